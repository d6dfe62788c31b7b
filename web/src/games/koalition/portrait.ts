/** The features of a politician's portrait: pseudorandom, the same for the same card, and matching the first name. */

export interface Features {
  skin: string;
  hair: string;
  style: "bald" | "short" | "parted" | "bob" | "bun" | "curls" | "wave";
  glasses: "none" | "round" | "square";
  beard: "none" | "moustache" | "full";
  collar: "tie" | "bow" | "pearls" | "scarf";
  smile: "wide" | "thin" | "stern";
}

const SKINS = [
  "var(--koalition-skin-light)",
  "var(--koalition-skin-medium)",
  "var(--koalition-skin-tan)",
  "var(--koalition-skin-brown)",
  "var(--koalition-skin-dark)",
  "var(--koalition-skin-pale)",
];
const HAIRS = [
  "var(--koalition-hair-black)",
  "var(--koalition-hair-brown)",
  "var(--koalition-hair-chestnut)",
  "var(--koalition-hair-blond)",
  "var(--koalition-hair-grey)",
  "var(--koalition-hair-white)",
  "var(--koalition-hair-red)",
];
const LONG = ["bob", "bun", "wave", "curls", "bob"] as const;
const SHORT = ["bald", "short", "parted", "curls", "wave", "short"] as const;
/** Endings of women's first names in most of Europe; a miss changes nothing but the portrait. */
const HERS = /(a|ine|ille|[ei]lde|ence|ese|irse|inde|ein|enz)$/i;
const GLASSES = ["none", "round", "none", "square"] as const;
const BEARDS = ["none", "moustache", "none", "full"] as const;
const COLLARS = ["tie", "bow", "tie", "scarf"] as const;
const NECKLACES = ["pearls", "scarf", "pearls"] as const;
const SMILES = ["wide", "thin", "stern"] as const;

/** A hash of a text. */
function mix(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  hash ^= hash >>> 15;
  return Math.imul(hash, 2246822519) >>> 0;
}

export function featuresOf(id: string, name: string): Features {
  let seed = mix(id);
  const pick = <T>(from: readonly T[]): T => {
    const found = from[seed % from.length]!;
    seed = mix(`${id} ${seed}`);
    return found;
  };
  const hers = HERS.test(name.split(" ")[0] ?? "");
  return {
    style: pick(hers ? LONG : SHORT),
    skin: pick(SKINS),
    hair: pick(HAIRS),
    glasses: pick(GLASSES),
    beard: hers ? "none" : pick(BEARDS),
    collar: pick(hers ? NECKLACES : COLLARS),
    smile: pick(SMILES),
  };
}
