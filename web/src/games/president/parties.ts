/** The four parties: each has its letters, a colour and a pattern, so that colour is never the only sign. */

export interface Party {
  id: string;
  /** As its posters are printed, with white letters on it. */
  colour: string;
  /** As its departments are coloured, with dark numbers on it. */
  tint: string;
  /** The strokes of its pattern, on a square of eight. */
  pattern: string;
  /** Its line in the chart of the race. */
  dashes: string;
}

const PARTIES: Readonly<Record<string, Party>> = {
  RI: { id: "RI", colour: "#14689b", tint: "#93c3e0", pattern: "M0 2H8M0 6H8", dashes: "none" },
  PS: { id: "PS", colour: "#b92d62", tint: "#f0a8c2", pattern: "M1 2h2v2h-2zM5 6h2v2h-2z", dashes: "10 3" },
  RPR: { id: "RPR", colour: "#3c2f7c", tint: "#a79bd6", pattern: "M2 0V8M6 0V8", dashes: "3 3" },
  PC: { id: "PC", colour: "#b3261e", tint: "#ee9077", pattern: "M-1 9L9-1M-1 1L1-1M7 9L9 7", dashes: "12 3 3 3" },
};
const NONE: Party = { id: "", colour: "#6b5d4a", tint: "#d8cbb0", pattern: "", dashes: "none" };

/** A party; a grey one for a seat that has not drawn its own yet. */
export function partyOf(id: string | undefined): Party {
  return PARTIES[id ?? ""] ?? NONE;
}

export const ALL_PARTIES: readonly Party[] = Object.values(PARTIES);
