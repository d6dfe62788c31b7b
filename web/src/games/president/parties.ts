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
  RI: {
    id: "RI",
    colour: "var(--president-ri)",
    tint: "var(--president-ri-tint)",
    pattern: "M0 2H8M0 6H8",
    dashes: "none",
  },
  PS: {
    id: "PS",
    colour: "var(--president-ps)",
    tint: "var(--president-ps-tint)",
    pattern: "M1 2h2v2h-2zM5 6h2v2h-2z",
    dashes: "10 3",
  },
  RPR: {
    id: "RPR",
    colour: "var(--president-rpr)",
    tint: "var(--president-rpr-tint)",
    pattern: "M2 0V8M6 0V8",
    dashes: "3 3",
  },
  PC: {
    id: "PC",
    colour: "var(--president-pc)",
    tint: "var(--president-pc-tint)",
    pattern: "M-1 9L9-1M-1 1L1-1M7 9L9 7",
    dashes: "12 3 3 3",
  },
};
const NONE: Party = {
  id: "",
  colour: "var(--president-no-party)",
  tint: "var(--president-no-party-tint)",
  pattern: "",
  dashes: "none",
};

/** A party; a grey one for a seat that has not drawn its own yet. */
export function partyOf(id: string | undefined): Party {
  return PARTIES[id ?? ""] ?? NONE;
}

export const ALL_PARTIES: readonly Party[] = Object.values(PARTIES);
