import { expect, it } from "vitest";
import { pointsOf } from "./points";
import samples from "./points.samples.json";

it.each(samples)("a coalition in $country.id brings what the rules of the server give", (sample) => {
  for (const { blocs, points } of sample.coalitions) expect(pointsOf(blocs, sample, sample.country)).toEqual(points);
});
