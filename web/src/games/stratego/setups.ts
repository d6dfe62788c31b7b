/** Set-ups as forty letters from the owner's back row, left to right: counting, checking, mixing, keeping them. */
import { readStored, writeStored } from "../../lib/storage";
import { EMPTY, KINDS, kindOf, type Army } from "./pieces";

/** Forty letters; `A` where no piece stands. */
export type Letters = string[];

export interface SavedSetup {
  name: string;
  army: Army;
  letters: string;
}

/** A starter set-up that comes with the game. */
export interface Starter {
  id: string;
  army: Army;
  letters: string;
  names: Record<string, string>;
  notes: Record<string, string>;
}

/** Why a text is no set-up: a key under `mat.import`, and what fills its blanks. */
export interface Fault {
  key: string;
  args: Record<string, string | number>;
}

export const NOTHING: Letters = Array<string>(40).fill(EMPTY);

/** How many of each kind are still in the box. */
export function inBox(letters: Letters, army: Army): Map<string, number> {
  const left = new Map(KINDS.map((kind) => [kind.letter, kind[army]]));
  for (const letter of letters) if (letter !== EMPTY) left.set(letter, (left.get(letter) ?? 0) - 1);
  return left;
}

/** How many pieces are still in the box, all kinds together. */
export function countLeft(letters: Letters, army: Army): number {
  return [...inBox(letters, army).values()].reduce((sum, count) => sum + count, 0);
}

/** The set-up a text holds, or what is wrong with it. Spaces, line ends and bars between rows do not count. */
export function readLetters(text: string, army: Army): Letters | Fault {
  const letters = [...text.toUpperCase().replace(/[\s|/,;._-]/g, "")];
  const odd = letters.find((letter) => letter !== EMPTY && !kindOf(letter));
  if (odd !== undefined) return { key: "letter", args: { letter: odd } };
  if (letters.length !== 40) return { key: "count", args: { count: letters.length } };
  for (const { letter, [army]: want } of KINDS) {
    const count = letters.filter((other) => other === letter).length;
    if (count !== want) return { key: "balance", args: { piece: letter, count, want } };
  }
  return letters;
}

/** The same set-up seen in a mirror, left and right exchanged. */
export function mirrored(letters: Letters): Letters {
  return [0, 10, 20, 30].flatMap((row) => letters.slice(row, row + 10).reverse());
}

/** Exchange what stands on two squares. */
export function swapped(letters: Letters, a: number, b: number): Letters {
  return letters.with(a, letters[b]!).with(b, letters[a]!);
}

/** The set-ups that come with the game; none if the server does not answer. */
export async function fetchStarters(): Promise<Starter[]> {
  try {
    const answer = await fetch("/api/games/stratego/extras");
    return answer.ok ? ((await answer.json()) as { setups: Starter[] }).setups : [];
  } catch {
    return [];
  }
}

const SAVED = "stratego.setups";
const DRAFT = "stratego.draft";

/** The set-ups this browser keeps, in the order they were saved. */
export function savedSetups(): SavedSetup[] {
  try {
    const found: unknown = JSON.parse(readStored(SAVED) ?? "[]");
    return Array.isArray(found) ? found.filter(isSaved) : [];
  } catch {
    return [];
  }
}

function isSaved(entry: Partial<SavedSetup> | null): entry is SavedSetup {
  const { name, army, letters } = entry ?? {};
  if (typeof name !== "string" || typeof letters !== "string") return false;
  return (army === "full" || army === "training") && Array.isArray(readLetters(letters, army));
}

/** Keep a set-up under a name; one of the same name and army is replaced. */
export function saveSetup(setup: SavedSetup): SavedSetup[] {
  return keep([...withoutSetup(setup), setup]);
}

/** Forget the set-up of that name and army. */
export function forgetSetup(setup: SavedSetup): SavedSetup[] {
  return keep(withoutSetup(setup));
}

function withoutSetup(setup: SavedSetup): SavedSetup[] {
  return savedSetups().filter((old) => old.name !== setup.name || old.army !== setup.army);
}

function keep(setups: SavedSetup[]): SavedSetup[] {
  writeStored(SAVED, JSON.stringify(setups));
  return setups;
}

/** The unfinished set-up of a table, so that a reload loses nothing. Only the latest table's is kept. */
export function readDraft(table: string): Letters | null {
  const [of, letters = ""] = (readStored(DRAFT) ?? "").split(" ");
  return of === table && /^[A-M]{40}$/.test(letters) ? [...letters] : null;
}

/** Keep a draft; one that was ready is so no longer. */
export function keepDraft(table: string, letters: Letters): void {
  writeStored(DRAFT, `${table} ${letters.join("")}`);
}

/** Delete the draft of a table, once the army stands. */
export function forgetDraft(table: string): void {
  if (readDraft(table) !== null) writeStored(DRAFT, "");
}

const READY = "ready";

/** Whether the draft is to be sent when the game begins. */
export function isDraftReady(table: string): boolean {
  return readDraft(table) !== null && (readStored(DRAFT) ?? "").endsWith(` ${READY}`);
}

export function setDraftReady(table: string, ready: boolean): void {
  const letters = readDraft(table);
  if (letters) writeStored(DRAFT, [table, letters.join(""), ...(ready ? [READY] : [])].join(" "));
}

/** Have a starter set-up sent when the game begins: play can then begin at once. */
export async function prepareQuickGame(table: string): Promise<void> {
  const starter = (await fetchStarters()).find(({ army }) => army === "full");
  if (!starter) return;
  keepDraft(table, [...starter.letters]);
  setDraftReady(table, true);
}
