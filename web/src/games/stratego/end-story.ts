/** The story of a finished battle in a few sentences, for the result. */
import type { Words } from "../../lib/i18n";
import type { AnyEntry } from "../../lib/socket.svelte";
import type { TableCard } from "../../protocol/messages";
import { tellBattle } from "./battle-story";
import type { Sight } from "./protocol";
import { sentence, winnerOf } from "./sentences";

export function endStory(sight: Sight, story: readonly AnyEntry[], table: TableCard, words: Words): string[] {
  const { taken, turning } = tellBattle([...story], sight.options.army, winnerOf(sight));
  const fight = turning && sentence(turning.fight, table, words);
  return [
    words.say("mat.end.taken", { red: taken[0], blue: taken[1] }),
    ...(fight ? [`${words.say("mat.end.turning", { move: turning.move })} ${fight}`] : []),
  ];
}
