import { mount } from "svelte";
import App from "./App.svelte";
import { fetchEarly } from "./pages";
import { place } from "./place.svelte";
import { applyTheme } from "./settings.svelte";
import "./styles.css";

fetchEarly(place.route);
applyTheme();
const target = document.getElementById("app");
if (target) mount(App, { target });
