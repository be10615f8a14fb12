import { RunStep } from "@tessera/contracts-agents/runs.ts";
import { alignSteps, isSamePair } from "./align-steps.ts";

const step = (number: number, kind: "model" | "tool", name: string, fields: Partial<RunStep> = {}): RunStep =>
  RunStep.parse({
    ...{ number, kind, name, state: "done", reasoning: "", text: "", arguments: null, edited: false, output: null },
    ...{ outside: false, reason: null, path: null, usage: null, startedAt: "2026-11-27T08:00:00.000Z" },
    ...{ endedAt: "2026-11-27T08:00:01.000Z", expiresAt: null, ...fields },
  });
const create = (number: number, title: string) => step(number, "tool", "create_card", { arguments: { title } });
const shown = (ones: RunStep[], others: RunStep[]) =>
  alignSteps(ones, others).map(({ one, other, differs }) => [one?.number ?? null, other?.number ?? null, ...differs]);

it("puts the same steps beside each other, whenever they were and whatever their numbers", () => {
  const steps = [step(1, "model", "small", { text: "First" }), create(2, "Milk"), step(3, "model", "small")];
  const later = steps.map((one) => ({ ...one, startedAt: "2026-11-28T08:00:00.000Z" }));
  expect(alignSteps(steps, later).every(isSamePair)).toBe(true);
  expect(shown(steps, [])).toEqual([
    [1, null],
    [2, null],
    [3, null],
  ]);
  expect(alignSteps(steps, []).some(isSamePair)).toBe(false);
});

it("leaves a gap where only one run used a tool", () => {
  const ones = [
    step(1, "model", "small"),
    step(2, "tool", "search_cards"),
    step(3, "model", "small"),
    create(4, "Milk"),
  ];
  const others = [step(1, "model", "small"), create(2, "Milk")];
  expect(shown(ones, others)).toEqual([
    [1, 1],
    [2, null],
    [3, null],
    [4, 2],
  ]);
});

it("says what differs, and pairs the uses of a tool that are most alike", () => {
  const ones = [step(1, "model", "small", { text: "So", reasoning: "Because" }), create(2, "Milk"), create(3, "Bread")];
  const others = [step(1, "model", "large", { text: "Thus", reasoning: "Because" }), create(2, "Bread")];
  expect(shown(ones, others)).toEqual([
    [1, 1, "name", "text"],
    [2, null],
    [3, 2],
  ]);
  expect(shown([create(1, "Milk")], [create(1, "Bread")])).toEqual([[1, 1, "arguments"]]);
});

it("takes arguments in another order as the same", () => {
  const one = step(1, "tool", "create_card", { arguments: { title: "Milk", tags: ["a", "b"] } });
  const other = step(1, "tool", "create_card", { arguments: { tags: ["a", "b"], title: "Milk" } });
  expect(shown([one], [other])).toEqual([[1, 1]]);
  const turned = step(1, "tool", "create_card", { arguments: { tags: ["b", "a"], title: "Milk" } });
  expect(shown([one], [turned])).toEqual([[1, 1, "arguments"]]);
});

it("compares runs with as many steps as there may be, and longer ones by position behind that", () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => create(at + 1, `Card ${at}`));
  expect(alignSteps(many(400), many(400)).every(isSamePair)).toBe(true);
  expect(alignSteps(many(900), many(900))).toHaveLength(1_400);
});
