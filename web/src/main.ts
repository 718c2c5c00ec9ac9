import { mount } from "svelte";
import App from "./App.svelte";
import { applyTheme } from "./settings.svelte";
import "./styles.css";

applyTheme();
const target = document.getElementById("app");
if (target) mount(App, { target });
