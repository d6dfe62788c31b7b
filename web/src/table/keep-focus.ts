/** Keyboard focus that stays on the mat when its element goes away, such as a card that was played. */

const FOCUSABLE = "button, a[href], input, select, textarea, [tabindex='0']";

const usable = (element: HTMLElement) =>
  !element.matches(":disabled") && !element.closest("[inert]") && element.checkVisibility();

const focusablesIn = (container: Element) => [...container.querySelectorAll<HTMLElement>(FOCUSABLE)];

/** An element, and its place in each container around it, from the innermost on. */
interface Place {
  element: HTMLElement;
  around: { container: Element; index: number }[];
}

function placeOf(element: HTMLElement, mat: Element): Place {
  const around = [];
  for (let container = element.parentElement; container; container = container.parentElement) {
    around.push({ container, index: focusablesIn(container).indexOf(element) });
    if (container === mat) break;
  }
  return { element, around };
}

/** What has the place now: the element itself, or the nearest one in the innermost container that is left. */
function successor({ element, around }: Place): HTMLElement | undefined {
  if (element.isConnected) return usable(element) ? element : undefined;
  for (const { container, index } of around) {
    if (!container.isConnected) continue;
    const left = focusablesIn(container);
    const at = Math.max(0, index);
    const nearest = [...left.slice(at), ...left.slice(0, at).reverse()].find(usable);
    if (nearest) return nearest;
  }
  return undefined;
}

/** Keep the focus inside a mat, for players who use the keyboard; an attachment. */
export function keepFocus(mat: HTMLElement): () => void {
  let place: Place | null = null;
  let byKey = false;
  let frame = 0;

  const onfocusin = (event: FocusEvent) => {
    if (event.target instanceof HTMLElement) place = event.target === mat ? null : placeOf(event.target, mat);
  };
  const onfocusout = (event: FocusEvent) => {
    // The focus went elsewhere because the player moved it.
    if (event.relatedTarget instanceof Node && !mat.contains(event.relatedTarget)) place = null;
  };
  const onkeydown = () => (byKey = true);
  const onpointerdown = () => (byKey = false);

  function restore() {
    frame = 0;
    if (!place || !byKey || document.activeElement !== document.body) return;
    // A button that is disabled for a moment gets the focus back when it is enabled.
    const next = successor(place) ?? (place.element.isConnected ? null : mat);
    next?.focus({ preventScroll: next === mat });
  }
  const observer = new MutationObserver(() => (frame ||= requestAnimationFrame(restore)));

  mat.tabIndex = -1;
  mat.addEventListener("focusin", onfocusin);
  mat.addEventListener("focusout", onfocusout);
  document.addEventListener("keydown", onkeydown, true);
  document.addEventListener("pointerdown", onpointerdown, true);
  observer.observe(mat, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "inert", "class"],
  });
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    mat.removeEventListener("focusin", onfocusin);
    mat.removeEventListener("focusout", onfocusout);
    document.removeEventListener("keydown", onkeydown, true);
    document.removeEventListener("pointerdown", onpointerdown, true);
  };
}
