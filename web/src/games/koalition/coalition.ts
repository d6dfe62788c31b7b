/** From a selection of blocs to a proposal, or to the reason why it is none yet. All from what the sight carries. */
import type { Move, Propose, Sight } from "./protocol";

export type ProposalCheck =
  | { kind: "empty" }
  /** A coalition that may be proposed. */
  | { kind: "ready"; move: Propose; votes: number }
  /** On the table already. */
  | { kind: "tabled"; votes: number; number: number }
  /** Proposed before, as often as the player may. */
  | { kind: "insisted"; votes: number }
  /** A coalition, but without the player in it. */
  | { kind: "foreign"; votes: number }
  | { kind: "missing"; votes: number; missing: number }
  /** The majority holds without this bloc. */
  | { kind: "spare"; votes: number; bloc: string }
  /** No possible coalition has these together. */
  | { kind: "incompatible"; votes: number; blocs: string[] };

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((label) => b.includes(label));
const within = (part: readonly string[], whole: readonly string[]) => part.every((label) => whole.includes(label));

/** What may be proposed. */
export function proposals(moves: readonly Move[]): Propose[] {
  return moves.filter((move) => move.do === "propose");
}

/** The votes of some blocs together. */
export function votesOf(selection: readonly string[], sight: Sight): number {
  return sight.blocs.filter(({ label }) => selection.includes(label)).reduce((sum, bloc) => sum + bloc.votes, 0);
}

/** What a selection of blocs amounts to. */
export function checkProposal(selection: readonly string[], sight: Sight, moves: readonly Move[]): ProposalCheck {
  if (!selection.length) return { kind: "empty" };
  const votes = votesOf(selection, sight);
  const move = proposals(moves).find(({ blocs }) => same(blocs, selection));
  if (move) return { kind: "ready", move, votes };
  const tabled = sight.proposals.find(({ blocs }) => same(blocs, selection));
  if (tabled) return { kind: "tabled", votes, number: tabled.number };
  const mine = sight.blocs.some(({ label, seat }) => seat === sight.seat && selection.includes(label));
  if (mine && sight.proposed.some((blocs) => same(blocs, selection))) return { kind: "insisted", votes };
  if (sight.possible.some((blocs) => same(blocs, selection))) return { kind: "foreign", votes };
  if (votes < sight.majority && sight.possible.some((blocs) => within(selection, blocs))) {
    return { kind: "missing", votes, missing: sight.majority - votes };
  }
  const weakest = sight.blocs.findLast(({ label }) => selection.includes(label));
  if (weakest && votes - weakest.votes >= sight.majority) return { kind: "spare", votes, bloc: weakest.label };
  return { kind: "incompatible", votes, blocs: incompatiblePair(selection, sight.possible) };
}

/** A pair of the selection that no coalition unites; all of it where every pair could. */
function incompatiblePair(selection: readonly string[], possible: readonly string[][]): string[] {
  for (const [i, one] of selection.entries()) {
    for (const other of selection.slice(i + 1)) {
      if (!possible.some((blocs) => within([one, other], blocs))) return [one, other];
    }
  }
  return [...selection];
}

/** Whether a bloc could still join: some possible coalition holds it and the whole selection. */
export function couldJoin(label: string, selection: readonly string[], possible: readonly string[][]): boolean {
  return possible.some((blocs) => blocs.includes(label) && within(selection, blocs));
}
