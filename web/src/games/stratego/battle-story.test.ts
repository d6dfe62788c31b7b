import { describe, expect, it } from "vitest";
import type { Entry } from "../../protocol/messages";
import { flagSquares, tellBattle } from "./battle-story";
import { squareAt } from "./geometry";
import type { Event as GameEvent, Fought, Sight } from "./protocol";

const fought = (seat: number, attacker: string, defender: string, result: Fought["result"]): GameEvent => ({
  did: "fought",
  seat,
  from: "a4",
  to: "a7",
  attacker,
  defender,
  result,
});
const story = (...events: GameEvent[]) => events.map((event) => ({ events: [event] })) as Entry<GameEvent>[];
const walk: GameEvent = { did: "moved", seat: 1, from: "j7", to: "j6" };

describe("the story of a battle", () => {
  const told = tellBattle(
    story(fought(0, "D", "L", "lost"), walk, fought(0, "C", "L", "won"), fought(1, "E", "E", "both")),
    "training",
    0,
  );

  it("follows the strength of both armies from fight to fight", () => {
    expect(told.moves).toBe(4);
    expect(told.points.map(({ move }) => move)).toEqual([0, 1, 3, 4, 4]);
    expect(told.points[0]?.strength).toEqual([1, 1]);
    const [red, blue] = told.points.at(-1)!.strength;
    expect(blue).toBeLessThan(red);
    expect(red).toBeLessThan(1);
  });

  it("counts what each side took, and finds what brought the winner the most", () => {
    expect(told.taken).toEqual([2, 2]);
    expect(told.turning).toMatchObject({ move: 3, fight: { attacker: "C", defender: "L" } });
    expect(tellBattle(story(fought(0, "D", "L", "lost")), "full", 0).turning).toBeNull();
    expect(tellBattle(story(fought(0, "D", "L", "lost")), "full", null).turning?.move).toBe(1);
    expect(tellBattle(story(fought(0, "D", "M", "flag")), "full", 0).turning?.fight.result).toBe("flag");
    expect(tellBattle([], "full", 1)).toMatchObject({ moves: 0, taken: [0, 0], turning: null });
  });

  it("says where the flags stood", () => {
    const squares = Array<number>(100).fill(0);
    squares[squareAt("b1")] = 2;
    const letters = ["A", "M", ...Array<string>(78).fill("A")].join("");
    const seen = { squares, letters } as Sight;
    expect(flagSquares(seen, [])).toEqual([squareAt("b1"), null]);
    expect(flagSquares(seen, story(fought(0, "E", "M", "flag")))).toEqual([squareAt("b1"), squareAt("a7")]);
  });
});
