/**
 * Finding what a lesson points at. A mat marks it with `data-point`, such as `square=e4` or `tray`, or has it marked
 * already: `party=roses` is also what has `data-party="roses"`, and `prompt` what has `data-prompt`.
 */

/** The selectors of a point, the most certain first. */
export function selectorsOf(point: string): string[] {
  const [name = "", value] = point.split("=");
  const own = value === undefined ? `[data-${name}]` : `[data-${name}="${value}"]`;
  return [`[data-point~="${point}"]`, own];
}

/** The first of some points that is on the page and has a size. */
export function findPoint(points: readonly string[], root: ParentNode = document): Element | null {
  for (const selector of points.flatMap(selectorsOf)) {
    const shown = [...root.querySelectorAll(selector)].find((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0;
    });
    if (shown) return shown;
  }
  return null;
}
