/** The story of a finished election in a few sentences, for the result. */
import type { Words } from "../../lib/i18n";
import type { AnyEntry } from "../../lib/socket.svelte";
import type { TableCard } from "../../protocol/messages";
import type { Sight } from "./protocol";
import { electedIn } from "./sentences";
import { sidesOf } from "./sides";
import { raceOf } from "./story";

export function endStory(sight: Sight, story: readonly AnyEntry[], table: TableCard, words: Words): string[] {
  const { turns, second } = raceOf(story, sight.players);
  const sides = sidesOf(sight, table, words);
  const shown = sides.find(({ seat }) => seat === electedIn(sight)) ?? sides[0];
  const { name = "", held = [], votes = 0 } = shown ?? {};
  return [
    ...(second === null ? [] : [words.say("mat.night.story_second", { turn: second })]),
    words.say("mat.night.story", { name, count: held.length, votes, turns }),
  ];
}
