import "./style/fonts.css";
import "./style/tokens.css";
import "./style/dark.css";
import "./style/base.css";
import "./style/components.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { reloadForNewBuild } from "./lib/new-build";
import { followLinks } from "./lib/router.svelte";
import { applySettings } from "./settings/apply.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app element");

followLinks();
applySettings();
// A page, or a game, could not be loaded.
addEventListener("vite:preloadError", () => void reloadForNewBuild());

// A development server's files change under their names: only built ones are kept.
if (import.meta.env.PROD) void navigator.serviceWorker?.register("/sw.js");

export default mount(App, { target });
