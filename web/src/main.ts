import "@fontsource-variable/jost";
import "@fontsource/caprasimo/latin-400.css";
import "@fontsource/eb-garamond/latin-400.css";
import "@fontsource/eb-garamond/latin-400-italic.css";
import "@fontsource/eb-garamond/latin-600.css";
import "@fontsource/righteous/latin-400.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/components.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { followLinks } from "./lib/router.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app element");

followLinks();

// A development server's files change under their names: only built ones are kept.
if (import.meta.env.PROD) void navigator.serviceWorker?.register("/sw.js");

export default mount(App, { target });
