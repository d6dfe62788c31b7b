/** What a politician looks like: drawn by lot, but always the same for the same card. */

export interface Features {
  skin: string;
  hair: string;
  style: "bald" | "short" | "parted" | "bob" | "bun" | "curls" | "wave";
  glasses: "none" | "round" | "square";
  beard: "none" | "moustache" | "full";
  collar: "tie" | "bow" | "pearls" | "scarf";
  smile: "wide" | "thin" | "stern";
}

const SKINS = ["#f1cba5", "#e3b084", "#c98e5f", "#9c6239", "#6f4326", "#f6d7bd"];
const HAIRS = ["#2a1c14", "#5b3a1e", "#8d5a24", "#c9a25a", "#9b9a98", "#e2ddd2", "#7a2f16"];
const STYLES = ["bald", "short", "parted", "bob", "bun", "curls", "wave"] as const;
const GLASSES = ["none", "round", "none", "square"] as const;
const BEARDS = ["none", "moustache", "none", "full"] as const;
const COLLARS = ["tie", "bow", "tie", "scarf"] as const;
const SMILES = ["wide", "thin", "stern"] as const;

/** A well mixed number for a text. */
function mix(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  hash ^= hash >>> 15;
  return Math.imul(hash, 2246822519) >>> 0;
}

export function featuresOf(id: string): Features {
  let seed = mix(id);
  const pick = <T>(from: readonly T[]): T => {
    const found = from[seed % from.length]!;
    seed = mix(`${id} ${seed}`);
    return found;
  };
  const style = pick(STYLES);
  const shaven = style === "bob" || style === "bun";
  return {
    style,
    skin: pick(SKINS),
    hair: pick(HAIRS),
    glasses: pick(GLASSES),
    beard: shaven ? "none" : pick(BEARDS),
    collar: shaven ? "pearls" : pick(COLLARS),
    smile: pick(SMILES),
  };
}
