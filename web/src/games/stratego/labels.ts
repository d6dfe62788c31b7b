/** The labels of squares for screen readers. */
import type { Words } from "../../lib/i18n";
import { LAKES, nameOf } from "./geometry";
import { HIDDEN } from "./pieces";
import type { Token } from "./sight";

/** Words to put inside a sentence: no capital. */
export function phrase(words: Words, key: string, args: Record<string, unknown> = {}): string {
  const said = words.say(key, args);
  return said.slice(0, 1).toLowerCase() + said.slice(1);
}

/** "scout", or "hidden piece". */
export function pieceName(letter: string, words: Words): string {
  return phrase(words, letter === HIDDEN ? "mat.hidden" : `piece.${letter}`);
}

export interface SquareFacts {
  square: number;
  token: Token | undefined;
  mine: number | null;
  /** The viewer's piece here has somewhere to go. */
  movable: boolean;
  selected: boolean;
  target: "move" | "attack" | undefined;
  /** The kind that the viewer has noted for the piece. */
  noted?: string | undefined;
}

/** "d4, your scout, can move". */
export function squareLabel(facts: SquareFacts, words: Words): string {
  const parts = [
    nameOf(facts.square),
    ...(facts.token ? tokenParts(facts.token, facts, words) : [groundPart(facts, words)]),
  ];
  if (facts.noted) parts.push(phrase(words, "mat.square.noted", { piece: facts.noted }));
  if (facts.selected) parts.push(phrase(words, "mat.square.selected"));
  if (facts.target) parts.push(phrase(words, `mat.square.${facts.target}`));
  return parts.join(", ");
}

function groundPart({ square }: SquareFacts, words: Words): string {
  return phrase(words, LAKES.has(square) ? "mat.square.lake" : "mat.square.empty");
}

function tokenParts(token: Token, { mine, movable }: SquareFacts, words: Words): string[] {
  const own = token.side === mine;
  const parts = [
    phrase(words, own ? "mat.square.own" : "mat.square.theirs", {
      piece: pieceName(token.letter, words),
      side: token.side,
    }),
  ];
  const add = (key: string, when: boolean) => {
    if (when) parts.push(phrase(words, `mat.square.${key}`));
  };
  add("known", own && token.known);
  add("shown", !own && token.letter !== HIDDEN);
  add("moved", token.moved);
  add("movable", movable);
  return parts;
}
