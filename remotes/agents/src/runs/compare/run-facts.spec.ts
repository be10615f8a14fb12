import { RunTrace } from "@tessera/contracts-agents/runs.ts";
import { AgentVersion } from "@tessera/contracts-agents/versions.ts";
import { factsOf, timeInWords, versionAt } from "./run-facts.ts";

const run = (fields: Partial<RunTrace> = {}) =>
  RunTrace.parse({
    ...{ id: "00000000-0000-4000-8000-000000000001", agentId: "00000000-0000-4000-8000-000000000002" },
    ...{
      agentName: "Clerk",
      task: "Keep milk",
      state: "done",
      failure: null,
      answer: "Kept.",
      outside: false,
      steps: 0,
    },
    ...{ tokens: 1_200, costMicros: 1_500, from: null, createdAt: "2026-11-27T08:00:00.000Z" },
    ...{ finishedAt: "2026-11-27T08:00:02.400Z", trace: [], ...fields },
  });

it("says what differs and by how much", () => {
  const later = run({ tokens: 1_000, costMicros: 4_000, finishedAt: "2026-11-27T08:01:04.000Z", agentName: "Reader" });
  const facts = factsOf({ run: run(), version: 2 }, { run: later, version: 2 }, "en");
  const said = Object.fromEntries(facts.map(({ title, more, differs }) => [title, differs && (more ?? true)]));
  expect(said).toEqual({
    ...{ Task: false, Agent: true, "Version of the agent": false, Model: false, State: false, Steps: false },
    ...{ Duration: "+1 min 2 s", Tokens: "−200", Cost: "+$0.0025" },
  });
  expect(facts.find(({ title }) => title === "Duration")).toMatchObject({ one: "2.4 s", other: "1 min 4 s" });
  expect(facts.find(({ title }) => title === "Steps")!.more).toBe("the same");
});

it("has no difference in length while one of them is open", () => {
  const open = { run: run({ finishedAt: null, state: "asking" }), version: null };
  const duration = factsOf(open, { run: run(), version: 1 }, "en").find(({ title }) => title === "Duration");
  expect(duration).toEqual({ title: "Duration", one: "Not over yet", other: "2.4 s", more: null, differs: true });
});

it("finds the version that an agent had when a run began", () => {
  const versions = [3, 2].map((number) =>
    AgentVersion.parse({
      number,
      cause: "changed",
      restored: null,
      changed: [],
      createdAt: `2026-11-2${number}T08:00:00Z`,
    }),
  );
  expect(versionAt(versions, "2026-11-24T08:00:00.000Z")).toBe(3);
  expect(versionAt(versions, "2026-11-23T07:59:59.000Z")).toBe(2);
  // Older ones are not kept.
  expect(versionAt(versions, "2026-11-21T08:00:00.000Z")).toBeNull();
});

it("says lengths as people do", () => {
  expect([400, 59_900, 60_000, 3_599_000, 7_500_000].map((ms) => timeInWords(ms, "en"))).toEqual([
    ...["0.4 s", "59.9 s", "1 min 0 s", "59 min 59 s", "2 h 5 min"],
  ]);
});
