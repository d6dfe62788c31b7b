// Written by `script/types`; change the Python structs, not this file.

import type { Entry, Now, Refusal } from "./messages";

/** A real game to play after the lessons: how many play, with which options, against which bots. */
export interface ShortGame {
  players: number;
  level: string;
  options: Record<string, unknown>;
}

/** A sentence or two of a lesson, in each language. */
export interface LessonText {
  fr: string;
  en: string;
}

/** A lesson in the list of a game's lessons. */
export interface LessonCard {
  id: string;
  title: LessonText;
  /** About how long it takes. */
  minutes: number;
  steps: number;
}

/** The lessons of a game, in order, and the real game to play after them. */
export interface LessonList {
  game: string;
  lessons: LessonCard[];
  /** How long all lessons take. */
  minutes: number;
  short_game: ShortGame | null;
  /** How long the short game takes with the coach; 0 if there is none, or it was not measured. */
  short_minutes: number;
}

/** The learner's answers so far, each a list of moves: empty to read on, several where they are one choice. */
export interface LessonAnswers {
  answers: Record<string, unknown>[][];
}

/** What a lesson says now. */
export interface LessonStep {
  say: LessonText;
  /** What it points at, as the game's mat names it; the first one that is on the page counts. */
  point: string[];
  /** Whether it waits for a move; otherwise the learner reads and continues. */
  asks: boolean;
  clause: string;
}

/** What is said about the last answer: its kinds are those of `engine.lesson_play.Feedback`. */
export interface LessonFeedback {
  kind: "batch" | "reading" | "refused" | "right" | "wrong";
  say: LessonText | null;
  refusal: Refusal | null;
}

/** The game after a move, and how many entries the story had by then. */
export interface LessonMoment<S = unknown, M = unknown> {
  seq: number;
  now: Now<S, M>;
}

/** Where a lesson stands after some answers. */
export interface LessonView<S = unknown, M = unknown, E = unknown> {
  game: string;
  lesson: string;
  title: LessonText;
  /** The learner's seat. */
  seat: number;
  /** The names of the players; the learner's own is empty. */
  players: string[];
  options: Record<string, unknown>;
  /** The number of the present step, from 0. */
  number: number;
  steps: number;
  /** None at the end. */
  step: LessonStep | null;
  end: LessonText;
  /** How many answers were right: those after the first that was not are ignored. */
  taken: number;
  /** On the last answer, if it was a move. */
  feedback: LessonFeedback | null;
  story: Entry<E>[];
  /** The moments since the last answer, in order; the last one is the present. */
  moments: LessonMoment<S, M>[];
}
