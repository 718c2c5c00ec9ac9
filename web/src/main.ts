import { mount } from "svelte";
import App from "./App.svelte";
import { fetchEarly } from "./pages";
import { location } from "./location.svelte";
import { applyTheme } from "./settings.svelte";
import "./styles.css";

fetchEarly(location.route);
applyTheme();
const target = document.getElementById("app");
if (target) mount(App, { target });
