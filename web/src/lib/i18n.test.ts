import { describe, expect, test } from "vitest";
import { lookUp, preferredLanguage, say, Words } from "./i18n";

const words = {
  the: { L: "le maréchal", "1": "l’espionne" },
  lost: "{piece:the} tombe en {at}.",
  fought: { by: "result", won: "{piece:the} l’emporte.", lost: "{piece:the} est perdu." },
  ended: { by: "winner", None: "partie nulle.", "0": "rouge gagne." },
  deep: { er: { still: "œuf" } },
};

describe("preferredLanguage", () => {
  test.each([
    [["fr"], "fr"],
    [["fr-CA", "en"], "fr"],
    [["FR-fr"], "fr"],
    [["en-GB", "fr"], "en"],
    [["de-CH", "fr-CH", "en"], "fr"],
    [["de", "es"], "en"],
    [["frr"], "en"],
    [[], "en"],
  ])("%j gives %s", (languages, lang) => expect(preferredLanguage(languages)).toBe(lang));
});

describe("say", () => {
  test("long numbers are set in groups where the catalogue says so", () => {
    const words = { paid: "{votes} voix, {old} ans" };
    expect(say(words, "paid", { votes: 16050000, old: 1974 })).toBe("16050000 voix, 1974 ans");
    expect(say({ ...words, thousands: " " }, "paid", { votes: 16050000, old: 1974 })).toBe("16 050 000 voix, 1974 ans");
  });

  test("a counted noun takes de after a whole number of millions", () => {
    const words = { thousands: " ", counted: "voix", paid: "{votes} voix, {other} voix, en tout {votes}" };
    expect(say(words, "paid", { votes: 2_000_000, other: 2_050_000 })).toBe(
      "2 000 000 de voix, 2 050 000 voix, en tout 2 000 000",
    );
    expect(say({ ...words, counted: "" }, "paid", { votes: 1_000_000, other: 1 })).toBe(
      "1 000 000 voix, 1 voix, en tout 1 000 000",
    );
  });

  test("fills blanks, looks words up and begins with a capital", () => {
    expect(say(words, "lost", { piece: "L", at: "d4" })).toBe("Le maréchal tombe en d4.");
    expect(say(words, "lost", { piece: 1, at: "d4" })).toBe("L’espionne tombe en d4.");
    expect(say(words, "deep.er.still")).toBe("Œuf");
  });

  test("a value that its table does not know stands for itself, a missing one for nothing", () => {
    expect(say(words, "lost", { piece: "Z" })).toBe("Z tombe en .");
  });

  test("a list fills its blank one by one", () => {
    expect(say(words, "lost", { piece: ["L", 1, "Z"], at: [1, 2] })).toBe("Le maréchal, l’espionne, Z tombe en 1, 2.");
    expect(say(words, "lost", { piece: [], at: "d4" })).toBe(" tombe en d4.");
  });

  test("an argument picks the sentence", () => {
    expect(say(words, "fought", { result: "lost", piece: "L" })).toBe("Le maréchal est perdu.");
    expect(say(words, "ended", { winner: 0 })).toBe("Rouge gagne.");
    expect(say(words, "ended", { winner: null })).toBe("Partie nulle.");
    expect(say(words, "fought", { result: "no such" })).toBe("fought");
  });

  test("an unknown key is said as it is", () => {
    expect(say(words, "missing.key")).toBe("missing.key");
    expect(say(words, "deep.er")).toBe("deep.er");
    expect(lookUp(words, "toString")).toBeUndefined();
  });
});

test("de and que are shortened before a vowel, where the catalogue does so", () => {
  const words = {
    elision: "’",
    turn: "tour de {who}",
    than: "plus que {who}",
    of: "voix de {many}",
    the: "code {who}",
  };
  const said = (key: string, who: unknown, catalogue: Record<string, string> = words) =>
    say(catalogue, key, { who, many: who });
  expect(said("turn", "Anne")).toBe("Tour d’Anne");
  expect(said("turn", "Élise")).toBe("Tour d’Élise");
  expect(said("than", "Yves")).toBe("Plus qu’Yves");
  expect(said("turn", "Hélène")).toBe("Tour d’Hélène");
  expect(said("turn", "hiboux")).toBe("Tour de hiboux");
  expect(said("turn", "Bruno")).toBe("Tour de Bruno");
  expect(said("of", ["Anne", "Bruno"])).toBe("Voix d’Anne, Bruno");
  expect(said("of", 11)).toBe("Voix de 11");
  expect(said("turn", "a4")).toBe("Tour de a4");
  expect(said("the", "Anne")).toBe("Code Anne");
  expect(said("turn", "Anne", { turn: words.turn })).toBe("Tour de Anne");
});

test("de and the article of a title are contracted, where the catalogue does so", () => {
  const words = { contraction: "du", table: "table de {game}", turn: "tour de {who}" };
  expect(say(words, "table", { game: "Le Jeu du Président" })).toBe("Table du Jeu du Président");
  expect(say(words, "table", { game: "Stratego" })).toBe("Table de Stratego");
  expect(say(words, "turn", { who: "Le Gall" })).toBe("Tour de Le Gall");
});

test("a game's words come before the shared ones", () => {
  const both = new Words({ title: "Stratego" }, { title: "Ludothèque", quit: "sortir" });
  expect(both.say("title")).toBe("Stratego");
  expect(both.say("quit")).toBe("Sortir");
  expect(both.has("nothing")).toBe(false);
  expect(both.sayFirst(["nothing", "quit"])).toBe("Sortir");
  expect(both.errorText("no_table")).toBe("trouble.no_table");
  expect(new Words({ trouble: { unknown: "aïe", full: "complet" } }).errorText("full")).toBe("Complet");
  expect(new Words({ trouble: { unknown: "aïe" } }).errorText("no_table")).toBe("Aïe");
  expect(new Words(undefined, { a: "b" }).entry("a")).toBe("b");
});
