/** A card or a token that goes from one place of a mat to another. */
export interface Journey {
  /** Where it comes from: selectors, of which the first one that is shown counts, or the place where it lay. */
  from: readonly (string | DOMRect)[];
  /** Selectors of where it goes. */
  to: readonly string[];
  /** The card, where the mat draws its face; null for one that the viewer may not see: it shows its back. */
  card: string | null;
  /** What is written on a token, or on a card whose face the mat does not draw. */
  label?: string;
  /** What is written above that, in the band of a card. */
  heading?: string;
  /** Its colour, as a token: of a card, that of its back or its band. */
  paint: string;
  /** A round token, not a card. */
  token?: boolean;
}

/** How much an element is enlarged by `zoom` on those around it: its own lengths are that much shorter. */
export const zoomOf = (element: Element): number => (element as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
