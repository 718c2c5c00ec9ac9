import { mount } from "svelte";
import App from "./App.svelte";
import { fetchEarly } from "./pages";
import { location } from "./location.svelte";
import { applyTheme } from "./settings.svelte";
import "./styles.css";

// The address of an invented game may bring its text along: it is kept before the first move changes the address.
if (window.location.hash.startsWith("#rules=")) void import("./invent/texts").then(({ keepBrought }) => keepBrought());
fetchEarly(location.route);
applyTheme();
const target = document.getElementById("app");
if (target) mount(App, { target });
