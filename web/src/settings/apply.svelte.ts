/** Settings on the page: attributes of the document that style sheets read, and the rate of animations. */
import { settings } from "./settings.svelte";

/** Style sheets give full durations; short ones run at this rate. */
const SHORT_RATE = 2.5;

function hasten(event: Event): void {
  if (settings.speed !== "short" || !(event.target instanceof Element)) return;
  for (const animation of event.target.getAnimations()) animation.playbackRate = SHORT_RATE;
}

/** Keep the page as the settings say, from now on. */
export function applySettings(): void {
  const page = document.documentElement;
  $effect.root(() => {
    $effect(() => {
      page.dataset.speed = settings.speed;
      page.dataset.text = settings.current.text;
      page.dataset.theme = settings.dark ? "dark" : "light";
    });
  });
  document.addEventListener("animationstart", hasten);
  document.addEventListener("transitionrun", hasten);
}
