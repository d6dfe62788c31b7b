/** A lesson being played: the learner's answers, where they lead, and the moments that are shown one after the other. */
import { ApiError } from "../lib/api";
import type { AnyEntry, AnyNow } from "../lib/socket.svelte";
import type { LessonFeedback, LessonMoment, LessonView } from "../protocol/lessons";
import type { Ack, Refused } from "../protocol/messages";
import { settings } from "../settings/settings.svelte";
import { answerLesson, type Answers } from "./api";
import { keepAnswers, keptAnswers, markDone } from "./progress";

/** Between two moves of the others, so that each can be seen, in milliseconds. */
const BETWEEN = 1200;

export class LessonPlay {
  view = $state.raw<LessonView | null>(null);
  /** What is said about the last move, until the next. */
  feedback = $state.raw<LessonFeedback | null>(null);
  /** The error code of the last request; empty without one. */
  error = $state("");
  busy = $state(false);
  fresh = $state.raw<AnyEntry[]>([]);
  private answers = $state.raw<Answers>([]);
  private index = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    readonly lesson: string,
  ) {}

  private readonly moment = $derived<LessonMoment | undefined>(this.view?.moments[this.index]);
  readonly now = $derived<AnyNow | undefined>(this.moment?.now);
  readonly story = $derived<AnyEntry[]>(this.view?.story.slice(0, this.moment?.seq ?? 0) ?? []);
  /** Everything has been shown: the present step counts. */
  readonly settled = $derived(this.view !== null && this.index === this.view.moments.length - 1);
  readonly canGoBack = $derived(this.answers.length > 0);
  readonly over = $derived(this.settled && this.view?.step === null);

  /** Begin, or go on where the lesson was left. */
  open(): Promise<void> {
    return this.ask(keptAnswers(this.game, this.lesson));
  }

  /** Read on. */
  next(): Promise<void> {
    return this.ask([...this.answers, []]);
  }

  /** Take the last answer back. */
  back(): Promise<void> {
    return this.ask(this.answers.slice(0, -1), false);
  }

  again(): Promise<void> {
    return this.ask([], false);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** Play moves made on the mat: the mat is told whether they count, as at a table. */
  async play(moves: Record<string, unknown>[]): Promise<Ack | Refused> {
    if (this.busy || !this.settled) return refused("busy");
    await this.ask([...this.answers, moves]);
    if (this.error) return refused(this.error);
    const feedback = this.feedback;
    if (!feedback || feedback.kind === "right") return { t: "ack", id: "", seq: this.view?.story.length ?? 0 };
    return { ...refused(feedback.refusal ? "rule" : "lesson"), refusal: feedback.refusal };
  }

  private async ask(answers: Answers, shown = true): Promise<void> {
    this.busy = true;
    this.error = "";
    try {
      this.take(await answerLesson(this.game, this.lesson, answers), answers, shown);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.error = error.code;
    } finally {
      this.busy = false;
    }
  }

  private take(view: LessonView, answers: Answers, shown: boolean): void {
    this.feedback = view.feedback;
    // A wrong move changes nothing: the mat stays as it is.
    if (this.view && view.taken < answers.length && view.taken === this.answers.length) return;
    const going = shown && this.view !== null && view.taken > this.answers.length;
    this.answers = answers.slice(0, view.taken);
    this.view = view;
    if (view.step === null) markDone(this.game, this.lesson);
    keepAnswers(this.game, this.lesson, view.step === null ? [] : this.answers);
    this.show(view, going ? 0 : view.moments.length - 1, going);
  }

  /** Show a moment, and those after it one by one. */
  private show(view: LessonView, index: number, going: boolean): void {
    clearTimeout(this.timer);
    const last = view.moments.length - 1;
    const pause = settings.duration(BETWEEN);
    const target = pause > 0 ? index : last;
    const before = going ? (index === 0 ? entriesBefore(view) : (view.moments[index - 1]?.seq ?? 0)) : Infinity;
    this.index = target;
    this.fresh = view.story.slice(Math.min(before, view.story.length), view.moments[target]?.seq);
    if (target < last) this.timer = setTimeout(() => this.show(view, target + 1, true), pause);
  }
}

/** How long the story was before the last answer; what came with it is shown as it happens. */
function entriesBefore(view: LessonView): number {
  const first = view.moments[0]?.seq ?? 0;
  return view.feedback?.kind === "right" ? Math.max(0, first - 1) : first;
}

const refused = (code: string): Refused => ({ t: "refused", id: null, code, refusal: null, until: null });
