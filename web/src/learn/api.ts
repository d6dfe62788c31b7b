/** Requests about lessons. */
import { fetchJson } from "../lib/api";
import type { LessonAnswers, LessonList, LessonView } from "../protocol/lessons";

/** The answers of a learner: each a list of moves, empty to read on. */
export type Answers = LessonAnswers["answers"];

const lessonsPath = (game: string) => `/api/games/${encodeURIComponent(game)}/lessons`;

/** The lessons of a game, and the short game after them. */
export const fetchLessons = (game: string) => fetchJson<LessonList>(lessonsPath(game));

/** Where a lesson stands after these answers. */
export const answerLesson = (game: string, lesson: string, answers: Answers) =>
  fetchJson<LessonView>(`${lessonsPath(game)}/${encodeURIComponent(lesson)}`, { answers });
