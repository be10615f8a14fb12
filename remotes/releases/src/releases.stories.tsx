import { FlagList } from "@tessera/contracts-releases/flag.ts";
import { AppOwnershipList, Overview, Rights } from "@tessera/contracts-releases/releases.ts";
import { ScheduleList } from "@tessera/contracts-releases/schedule.ts";
import { BudgetList } from "@tessera/contracts-releases/weight.ts";
import { hoursAgo, idOf, type Meta, problem, type StoryObj } from "@tessera/gallery";
import type { ComponentType } from "react";
import AppsPage from "./apps-page.tsx";
import ReleasesPage from "./releases-page.tsx";
import RulesPage from "./rules-page.tsx";

export default { title: "releases/Releases" } satisfies Meta;

const release = (version: string, days: number, fields: object = {}) => ({
  ...{ id: `${version}-0123456789ab`, version, revision: "8f31c2a", publishedAt: hoursAgo(days * 24) },
  ...{ publishedBy: "deploy token", number: 1, withdrawn: null, bytes: 120_000 },
  ...{ weight: { firstLoad: 20_000, total: 60_000 }, ...fields },
});
const side = (loads: number, broken: number, lcp: number) => ({
  ...{ loads, failures: 0, errors: broken, hangs: 0, broken, silent: 0, pages: loads * 3, pageErrors: broken },
  ...{ lcp, inp: 40, cls: 0.02, unverifiedLoads: 0, unverifiedBroken: 0 },
});
const [old, stable, candidate] = [release("0.9.0", 20), release("1.0.0", 9), release("2.0.0", 1)];
const rollout = {
  ...{ id: idOf(1), app: "items", stable, candidate, state: "running", step: 2, percent: 50, begun: true, waits: null },
  steps: [1, 10, 50, 100].map((percent) => ({ percent, holdSeconds: 3600, gate: { minLoads: 30 } })),
  ...{ holdUntil: hoursAgo(-0.7), startedAt: hoursAgo(2), startedBy: "deploy token", endedAt: null, reason: null },
  health: {
    ...{ verdict: "healthy", reason: "400 people, 1 with a broken page: not worse than stable." },
    ...{ stable: side(2000, 1, 184), candidate: side(400, 1, 172) },
    series: {
      seconds: 60,
      points: [6, 5, 4, 3, 2, 1].map((minutes) => ({
        at: hoursAgo(minutes / 60),
        stable: side(500, 0, 180 + minutes),
        candidate: side(100, minutes === 1 ? 1 : 0, 170 - minutes),
      })),
    },
  },
};
const app = (name: string, title: string, fields: object = {}) => ({
  ...{ name, title, kind: name === "shell" ? "shell" : "remote", stable, rollout: null, pins: [] },
  ...{ releases: [candidate, stable, old], ...fields },
});
const happened = (n: number, action: string, detail: string) => ({
  ...{ id: String(n), at: hoursAgo(n), app: "items", actor: "health gate", action, act: action },
  ...{ release: candidate, detail },
});
const overview = Overview.parse({
  items: [app("shell", "Shell"), app("items", "Items", { rollout }), app("queue", "Queue")],
  timeline: [happened(1, "rollout_advanced", "50 %"), happened(3, "rollout_advanced", "10 %")],
});
const owned = (name: string, fields: object = {}) => ({
  ...{ name, kind: "remote", owner: `Team ${name}`, prefixes: [`/${name}`], redirectOrigins: [], canPublish: true },
  ...{ off: null, service: null, ...fields },
});
const budget = { firstLoad: 60_000, total: 400_000 };
const answers: Record<string, unknown> = {
  "GET /api/releases/rights": Rights.parse({ administrator: true }),
  "GET /api/releases/overview": overview,
  "GET /api/releases/ownership": AppOwnershipList.parse({
    items: [
      owned("items"),
      owned("queue", { off: { at: hoursAgo(1), reason: "The list does not open." } }),
      owned("finance", { canPublish: false }),
    ],
  }),
  "GET /api/releases/schedules": ScheduleList.parse({
    items: [
      {
        app: "*",
        schedule: {
          timeZone: "Europe/Berlin",
          windows: [{ days: ["mon", "tue", "wed", "thu"], from: "09:00", to: "16:00" }],
          freezes: [{ from: "2026-01-20T00:00", to: "2026-01-24T09:00", reason: "Year-end closing" }],
        },
      },
    ],
  }),
  "GET /api/releases/budgets": BudgetList.parse({ default: { shell: budget, remote: budget }, items: [] }),
  "GET /api/releases/flags": FlagList.parse({ items: [] }),
};
const of = (Page: ComponentType, path: string, more: Record<string, unknown> = {}): StoryObj => ({
  render: () => <Page />,
  parameters: { shell: { path, routes: { ...answers, ...more } } },
});

export const Releases = of(ReleasesPage, "/settings/releases");

export const NotAllowed: StoryObj = {
  ...of(ReleasesPage, "/settings/releases", {
    "GET /api/releases/overview": problem(
      403,
      "administrators_only",
      "Only administrators may see and change releases.",
    ),
  }),
  tags: ["!picture"],
};

export const Apps: StoryObj = { ...of(AppsPage, "/settings/release-apps"), tags: ["!picture"] };

export const Rules: StoryObj = { ...of(RulesPage, "/settings/release-rules"), tags: ["!picture"] };
