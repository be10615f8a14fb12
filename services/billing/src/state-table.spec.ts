import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { SubscriptionStatus } from "@tessera/contracts-billing/billing.ts";

/** The table of README.md: each arrow of the state machine, and what walks it. */
const rows = readFileSync(new URL("../README.md", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.slice(2, -2).split(" | "))
  .filter(([from]) => from !== "from")
  .map(([from = "", , to = "", journeys = "", specs = ""]) => ({
    from,
    to,
    files: [
      ...journeys.split(", ").map((name) => `../../../e2e/src/${name}.e2e.ts`),
      ...specs.split(", ").map((name) => `./${name}.ts`),
    ],
  }));
const stateOf = (cell: string) => cell.split(", ")[0];

it("leads into every state that the contract knows, and out of it", () => {
  const states = [...SubscriptionStatus.options].sort();
  expect([...new Set(rows.map(({ to }) => stateOf(to)))].sort()).toEqual(states);
  expect([...new Set(rows.map(({ from }) => stateOf(from)))].sort()).toEqual([...states, "any"].sort());
});

it("knows every state of the provider", () => {
  const file = createRequire(import.meta.url)
    .resolve("stripe")
    .replace(/cjs.*/, "esm/resources/Subscriptions.d.ts");
  const [, union = ""] = /type Status = ([^;]*'incomplete_expired'[^;]*);/.exec(readFileSync(file, "utf8")) ?? [];
  const states = [...union.matchAll(/'(\w+)'/g)].map(([, state]) => state);
  expect(states.length).toBeGreaterThan(5);
  expect([...states, "none"].sort()).toEqual([...SubscriptionStatus.options].sort());
});

it("names tests that are there", () => {
  const missing = rows.flatMap(({ files }) => files.filter((file) => !existsSync(new URL(file, import.meta.url))));
  expect(missing).toEqual([]);
  expect(rows.every(({ files }) => files.length >= 2)).toBe(true);
});
