/** What cards and events do, in short phrases. */
import type { Words } from "../../lib/i18n";
import type { Box, PrintedEvent } from "./box.svelte";

/** A number with a proper minus. */
export const written = (value: number): string => (value < 0 ? `−${-value}` : String(value));

/** A number as it is won or lost. */
export const signed = (value: number): string => (value < 0 ? written(value) : `+${value}`);

const MARKS = ["falls", "personal", "exposed", "ignores_union"] as const;

/** What a trump does, in short phrases, without those in `but`; a special card in one sentence. */
export function factsOf(id: string, box: Box, words: Words, but: readonly string[] = []): string[] {
  const attack = box.attack(id);
  if (attack) {
    return [
      ...(attack.points ? [words.say("fact.points", { points: signed(-attack.points) })] : []),
      ...(attack.deputies ? [words.say("fact.deputies", { deputies: attack.deputies })] : []),
      ...(attack.gain ? [words.say("fact.gain", { points: signed(attack.gain) })] : []),
      ...MARKS.filter((mark) => attack[mark] && !but.includes(mark)).map((mark) => words.say(`fact.${mark}`)),
      words.say("fact.answer", { card: attack.defence }),
    ];
  }
  const defence = box.defence(id);
  if (!defence) return [words.say(`mat.special.${id}`)];
  const all = defence.answers.length === box.data.attacks.length;
  return [
    ...(but.includes("answers")
      ? []
      : [all ? words.say("fact.answers_all") : words.say("fact.answers", { cards: defence.answers })]),
    ...(defence.penalty ? [words.say("fact.penalty", { points: signed(-defence.penalty) })] : []),
    ...(defence.reward && !but.includes("reward")
      ? [words.say("fact.reward", { points: signed(defence.reward) })]
      : []),
    ...(defence.loan ? [words.say("fact.loan", { deputies: signed(defence.loan) })] : []),
  ];
}

/** What an event does. */
export function effectsOf(event: PrintedEvent, words: Words): string[] {
  return [
    ...(event.falls ? [words.say("fact.event_falls")] : []),
    ...event.effects.flatMap(({ who, points, deputies }) => {
      const facts = { who, points: signed(points), deputies: signed(deputies) };
      if (points && deputies) return words.say("fact.effect_both", facts);
      return points || deputies ? words.say(points ? "fact.effect_points" : "fact.effect_deputies", facts) : [];
    }),
    ...(event.draw ? [words.say("fact.draw", { count: event.draw })] : []),
  ];
}
