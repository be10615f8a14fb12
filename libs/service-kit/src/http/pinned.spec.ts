import { pinnedTo } from "./pinned.ts";

it("answers the one address that was checked, in both forms of a lookup", () => {
  const target = { address: "93.184.216.34", family: 4 };
  const answers: unknown[] = [];
  const lookup = pinnedTo(target);
  for (const all of [true, false])
    lookup("rebound.example", { all }, (...given: unknown[]) => void answers.push(given.slice(1)));
  expect(answers).toEqual([[[target]], [target.address, target.family]]);
});
