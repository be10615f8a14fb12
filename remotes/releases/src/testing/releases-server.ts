import type { Transport } from "@tessera/contracts-core/client.ts";
import { ChangeFlag, Flag, FlagAct, FlagList } from "@tessera/contracts-releases/flag.ts";
import { NewPreview, Preview } from "@tessera/contracts-releases/preview.ts";
import {
  type AppOverview,
  type AppOwnership,
  AppOwnershipList,
  AppStatus,
  type AuditEntry,
  AuditPage,
  ChangeApp,
  type Health,
  IssuedToken,
  NewApp,
  NewPin,
  Overview,
  Pin,
  Reason,
  type ReleaseSummary,
  Rights,
  Rollback,
  Rollout,
  Served,
  SwitchOff,
} from "@tessera/contracts-releases/releases.ts";
import { Proceed, RolloutSchedule, ScheduleList } from "@tessera/contracts-releases/schedule.ts";
import { BudgetList, WeightBudget } from "@tessera/contracts-releases/weight.ts";
import { type Answer, type Contract, startLoopback } from "@tessera/testing/loopback.ts";
import { z } from "zod";

const minute = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

export const release = (version: string, daysAgo: number, id = `${version}-0123456789ab`): ReleaseSummary => ({
  id,
  version,
  revision: "8f31c2a",
  publishedAt: ago(daysAgo * 24 * 60 * minute),
  publishedBy: "deploy token",
  number: 1,
  withdrawn: null,
  bytes: 120_000,
  weight: { firstLoad: 20_000, total: 60_000 },
});

const side = (loads: number, broken: number, lcp: number | null) => ({
  loads,
  failures: 0,
  errors: broken,
  hangs: 0,
  broken,
  silent: 0,
  pages: loads * 3,
  pageErrors: broken,
  lcp,
  inp: lcp && 40,
  cls: lcp && 0.02,
  unverifiedLoads: 0,
  unverifiedBroken: 0,
});

export const health = (fields: Partial<Health> = {}): Health => ({
  verdict: "healthy",
  reason: "400 people, 1 with a broken page: not worse than stable.",
  stable: side(2000, 1, 184),
  candidate: side(400, 1, 172),
  series: {
    seconds: 60,
    points: [3, 2, 1].map((minutesAgo) => ({
      at: ago(minutesAgo * minute),
      stable: side(500, 0, 180),
      candidate: side(100, minutesAgo === 1 ? 1 : 0, 170),
    })),
  },
  ...fields,
});

export const rollout = (fields: Partial<Rollout> = {}): Rollout => ({
  id: "00000000-0000-4000-8000-000000000001",
  app: "items",
  stable: release("1.0.0", 9),
  candidate: release("2.0.0", 1),
  state: "running",
  steps: [1, 10, 50, 100].map((percent) => ({ percent, holdSeconds: 3600, gate: { minLoads: 30 } })),
  step: 2,
  percent: 50,
  begun: true,
  waits: null,
  holdUntil: new Date(Date.now() + 40 * minute).toISOString(),
  startedAt: ago(120 * minute),
  startedBy: "deploy token",
  endedAt: null,
  reason: null,
  health: health(),
  ...fields,
});

export const app = (fields: Partial<AppOverview> = {}): AppOverview => ({
  name: "items",
  title: "Items",
  kind: "remote",
  stable: release("1.0.0", 9),
  rollout: null,
  releases: [release("2.0.0", 1), release("1.0.0", 9), release("0.9.0", 20)],
  pins: [],
  ...fields,
});

export const entry = (n: number, fields: Partial<AuditEntry> = {}): AuditEntry => ({
  id: String(n),
  at: ago(n * minute),
  app: "items",
  actor: "health gate",
  action: "rollout_advanced",
  release: release("2.0.0", 1),
  detail: "50 %",
  act: fields.action ?? "rollout_advanced",
  ...fields,
});

/** The registry's side of the wire, over real HTTP: it keeps apps and a log, and answers as the contract says. */
export interface ReleasesServer {
  http: Transport;
  administrator: boolean;
  overview: Overview;
  owned: AppOwnership[];
  /** What the log has besides the overview's entries. */
  older: AuditEntry[];
  schedules: ScheduleList["items"];
  budgets: BudgetList["items"];
  flags: Flag[];
  /** Each request: method, path and body. */
  requests: { route: string; body: Record<string, unknown> | null }[];
  /** Beginning of the method and path whose next request is answered with a problem. */
  refuseNext: string | null;
  stop(): Promise<void>;
}

/** What the registry takes and answers, by its contract. */
const contract: Contract = {
  "GET /api/releases/rights": { answer: Rights },
  "GET /api/releases/overview": { answer: Overview },
  "GET /api/releases/audit": { answer: AuditPage },
  "GET /api/releases/serves": { answer: Served },
  "GET /api/releases/ownership": { answer: AppOwnershipList },
  "POST /api/releases/apps": { body: NewApp, answer: IssuedToken, status: 201 },
  "PATCH /api/releases/apps/:app": { body: ChangeApp, answer: AppOwnershipList.shape.items.element },
  "POST /api/releases/apps/:app/off": { body: SwitchOff, answer: null },
  "DELETE /api/releases/apps/:app/off": { answer: null },
  "POST /api/releases/apps/:app/token": { answer: IssuedToken, status: 201 },
  "DELETE /api/releases/apps/:app/token": { answer: null },
  "GET /api/releases/schedules": { answer: ScheduleList },
  "PUT /api/releases/schedules/:app": { body: RolloutSchedule, answer: null },
  "DELETE /api/releases/schedules/:app": { answer: null },
  "POST /api/releases/apps/:app/rollout/proceed": { body: Proceed, answer: Rollout },
  "GET /api/releases/budgets": { answer: BudgetList },
  "GET /api/releases/flags": { answer: FlagList },
  "PUT /api/releases/apps/:app/flags/:key": { body: ChangeFlag, answer: Flag },
  "POST /api/releases/apps/:app/flags/:key/back": { body: FlagAct, answer: Flag },
  "DELETE /api/releases/apps/:app/flags/:key": { body: FlagAct, answer: null },
  "PUT /api/releases/budgets/:app": { body: WeightBudget, answer: null },
  "DELETE /api/releases/budgets/:app": { answer: null },
  "POST /api/releases/overrides": {
    body: z.strictObject({ app: z.string(), url: z.url() }),
    answer: z.object({ link: z.url() }),
    status: 201,
  },
  "POST /api/releases/apps/:app/rollout/:action": { body: Reason, answer: Rollout },
  "POST /api/releases/apps/:app/rollback": { body: Rollback, answer: AppStatus },
  "POST /api/releases/apps/:app/pins": { body: NewPin, answer: Pin, status: 201 },
  "DELETE /api/releases/apps/:app/pins/:id": { answer: null },
  "POST /api/releases/apps/:app/previews": { body: NewPreview, answer: Preview, status: 201 },
  "DELETE /api/releases/apps/:app/previews/:id": { answer: null },
};

export async function startReleasesServer(items: AppOverview[], timeline: AuditEntry[] = []): Promise<ReleasesServer> {
  const state = {
    administrator: true,
    overview: { items, timeline },
    owned: [],
    older: [],
    schedules: [],
    budgets: [],
    flags: [],
    requests: [],
    refuseNext: null,
  };
  const world: Omit<ReleasesServer, "http" | "stop"> = state;
  const server = await startLoopback(({ route, url, json }) => {
    const body = json as Record<string, unknown> | null;
    world.requests.push({ route, body });
    const refuse = world.refuseNext !== null && route.startsWith(world.refuseNext);
    if (refuse) world.refuseNext = null;
    return refuse ? problem(503, "unavailable", "The registry is out of reach.") : answerOf(world, route, url, body);
  }, contract);
  return Object.assign(world, { http: server.http, stop: server.stop });
}

const problem = (status: number, code: string, detail: string): Answer => ({
  status,
  json: { type: "about:blank", title: "Refused", status, code, detail },
});

export const owned = (fields: Partial<AppOwnership> = {}): AppOwnership => ({
  name: "items",
  kind: "remote",
  owner: "Team Items",
  prefixes: ["/items"],
  redirectOrigins: [],
  canPublish: true,
  off: null,
  service: null,
  ...fields,
});

function ownershipAnswer(apps: AppOwnership[], route: string, body: Record<string, unknown> | null): Answer | null {
  if (route === "POST /api/releases/apps") {
    if (apps.some(({ name }) => name === body?.name))
      return problem(409, "app_exists", "There is an app of this name already.");
    apps.push(owned(body as Partial<AppOwnership>));
    return { status: 201, json: { app: String(body?.name), token: "token-of-a-new-app" } };
  }
  const [, method, name, part] = /^(PATCH|POST|DELETE) \/api\/releases\/apps\/(\w+)(\/token|\/off)?$/.exec(route) ?? [];
  const found = apps.find((app) => app.name === name);
  if (!found) return null;
  if (part === "/off") {
    found.off = method === "POST" ? { at: ago(0), reason: String(body?.reason) } : null;
    return { status: 204, json: undefined };
  }
  const token = part === "/token";
  if (token) found.canPublish = method === "POST";
  else Object.assign(found, body);
  if (method === "DELETE") return { status: 204, json: undefined };
  return token ? { status: 201, json: { app: name, token: "a-fresh-token" } } : { status: 200, json: found };
}

function scheduleAnswer(
  world: Pick<ReleasesServer, "schedules">,
  route: string,
  body: Record<string, unknown> | null,
): Answer | null {
  if (route === "GET /api/releases/schedules") return { status: 200, json: { items: world.schedules } };
  const [, method, app] = /^(PUT|DELETE) \/api\/releases\/schedules\/(.+)$/.exec(route) ?? [];
  if (!app) return null;
  world.schedules = world.schedules.filter((one) => one.app !== decodeURIComponent(app));
  if (method === "PUT")
    world.schedules.push({ app: decodeURIComponent(app), schedule: body as unknown as RolloutSchedule });
  return { status: 204, json: undefined };
}

const previewOf = (found: AppOverview, body: Record<string, unknown> | null): Preview => ({
  id: "00000000-0000-4000-8000-0000000000aa",
  app: found.name,
  release: found.releases.find(({ id }) => id === body?.release) ?? found.stable,
  branch: (body?.branch as string) ?? null,
  createdAt: ago(0),
  createdBy: "ines@halvorsen.example",
  expiresAt: ago(-14 * 24 * 60 * minute),
  link: "http://product.example/builds/preview?token=one",
});

const DEFAULT = { firstLoad: 300_000, total: 2_000_000 };

function flagAnswer(
  world: Pick<ReleasesServer, "flags">,
  route: string,
  body: Record<string, unknown> | null,
): Answer | null {
  if (route === "GET /api/releases/flags") return { status: 200, json: { items: world.flags } };
  const [, method, app, key] = /^(PUT|POST|DELETE) \/api\/releases\/apps\/([^/]+)\/flags\/([^/]+)/.exec(route) ?? [];
  const flag = world.flags.find((one) => one.app === app && one.key === key);
  if (!flag) return null;
  const before = flag.setting;
  if (method === "DELETE") {
    world.flags = world.flags.filter((one) => one !== flag);
    return { status: 204, json: undefined };
  }
  const { reason: _, ...setting } = (body ?? {}) as ChangeFlag;
  flag.setting = method === "POST" ? (flag.before ?? null) : setting;
  flag.before = before;
  flag.changedAt = ago(0);
  return { status: 200, json: flag };
}

function budgetAnswer(
  world: Pick<ReleasesServer, "budgets">,
  route: string,
  body: Record<string, unknown> | null,
): Answer | null {
  if (route === "GET /api/releases/budgets")
    return { status: 200, json: { default: { shell: DEFAULT, remote: DEFAULT }, items: world.budgets } };
  const [, method, app] = /^(PUT|DELETE) \/api\/releases\/budgets\/(.+)$/.exec(route) ?? [];
  if (!app) return null;
  world.budgets = world.budgets.filter((one) => one.app !== decodeURIComponent(app));
  if (method === "PUT") world.budgets.push({ app: decodeURIComponent(app), budget: body as unknown as WeightBudget });
  return { status: 204, json: undefined };
}

function answerOf(
  world: Omit<ReleasesServer, "http" | "stop">,
  route: string,
  url: URL,
  body: Record<string, unknown> | null,
): Answer {
  const ok = (json: unknown, status = 200): Answer => ({ status, json });
  if (route === "GET /api/releases/rights") return ok({ administrator: world.administrator });
  if (!world.administrator)
    return problem(403, "administrators_only", "Only administrators may see and change releases.");
  if (route === "GET /api/releases/overview") return ok(world.overview);
  if (route.startsWith("GET /api/releases/audit"))
    return ok({ items: [...world.overview.timeline, ...world.older], next: null });
  if (route === "GET /api/releases/ownership") return ok({ items: world.owned });
  if (route.startsWith("GET /api/releases/serves"))
    return ok({
      path: url.searchParams.get("path"),
      app: "items",
      owner: "Team Items",
      drawnBy: "items",
      route: { id: "list", path: "/items/:type", title: "Items" },
      release: null,
      candidate: null,
      why: ["/items and what is below it was granted to items (Team Items)."],
    });
  const flagged = flagAnswer(world, route, body);
  if (flagged) return flagged;
  const weighed = budgetAnswer(world, route, body);
  if (weighed) return weighed;
  const scheduled = scheduleAnswer(world, route, body);
  if (scheduled) return scheduled;
  const granting = ownershipAnswer(world.owned, route, body);
  if (granting) return granting;
  if (route === "POST /api/releases/overrides")
    return ok({ link: "http://product.example/builds/override?token=one" }, 201);
  const [, method, name, what, detail] = /^(\w+) \/api\/releases\/apps\/(\w+)\/(\w+)\/?(.*)$/.exec(route) ?? [];
  const found = world.overview.items.find((one) => one.name === name);
  if (!found) return problem(404, "app_not_found", "There is no such app.");
  const ended = { percent: 0, holdUntil: null, endedAt: ago(0), reason: (body?.reason as string) ?? null };
  if (what === "rollout" && found.rollout) {
    if (found.rollout.endedAt) return problem(409, "wrong_state", `The rollout of this app is ${found.rollout.state}.`);
    if (detail === "pause") Object.assign(found.rollout, { state: "paused", holdUntil: null });
    if (detail === "resume") Object.assign(found.rollout, { state: "running", holdUntil: ago(-60 * minute) });
    if (detail === "proceed") Object.assign(found.rollout, { begun: true, waits: null });
    if (detail === "abort") Object.assign(found.rollout, { ...ended, state: "aborted" });
    if (detail === "promote") {
      Object.assign(found.rollout, { ...ended, state: "promoted", percent: 100 });
      found.stable = found.releases.find(({ id }) => id === found.rollout?.candidate.id) ?? found.stable;
    }
    return ok(found.rollout);
  }
  if (what === "rollback") {
    const to = found.releases.find(({ id }) => id === body?.to);
    if (!to) return problem(404, "release_not_found", "There is no such release.");
    found.stable = to;
    if (found.rollout) Object.assign(found.rollout, { ...ended, state: "rolled_back" });
    return ok(found);
  }
  if (what === "previews" && method === "DELETE") {
    found.previews = found.previews?.filter(({ id }) => id !== detail);
    return ok(undefined, 204);
  }
  if (what === "previews") {
    const made = previewOf(found, body);
    found.previews = [...(found.previews ?? []), made];
    return ok(made, 201);
  }
  if (what === "pins" && method === "DELETE") {
    if (!found.pins.some(({ id }) => id === detail)) return problem(404, "pin_not_found", "There is no such pin.");
    found.pins = found.pins.filter(({ id }) => id !== detail);
    return ok(undefined, 204);
  }
  if (what === "pins") {
    const pinned = found.releases.find(({ id }) => id === body?.release) ?? found.stable;
    const pin: Pin = {
      id: `00000000-0000-4000-8000-00000000000${found.pins.length}`,
      app: found.name,
      release: pinned,
      who: String(body?.who),
      createdAt: ago(0),
      createdBy: "ines@halvorsen.example",
    };
    found.pins.push(pin);
    return ok(pin, 201);
  }
  return problem(404, "not_found", "There is no such thing.");
}
