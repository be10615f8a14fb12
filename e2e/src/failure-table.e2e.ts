import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContext, expect, type Page, type Route, test } from "@playwright/test";
import type { Release } from "@tessera/federation/composition.ts";
import { type Fault, sabotage } from "./faults.ts";
import { enter, enterAgain, someone } from "./person.ts";
import { Product } from "./product.ts";
import { addressOf, exposedFiles, Team } from "./releases.ts";

/**
 * What a person has of the product when a release fails, in each way that is known. One product; every remote has a
 * release whose container can fail in any way (faults.ts), and a page says in which. CI takes each way once, over the
 * remotes in turn; all of them over all remotes: FAILURES=all npm test -- journeys failure-table; one way over all:
 * FAILURES="throws at start". Prints the table. A release that needs another React is not among them: it is refused
 * when it is published (services/releases/src/shared-modules.spec.ts).
 */
interface Area {
  app: string;
  path: string;
  module: string;
  heading: RegExp;
}
const areas: Area[] = [
  { app: "items", path: "/items/inbox", module: "./routes", heading: /^Inbox/ },
  { app: "queue", path: "/queue", module: "./routes", heading: /^Queue/ },
  { app: "billing", path: "/billing", module: "./routes", heading: /^Plan and invoices/ },
  { app: "finance", path: "/finance/accounts", module: "./routes", heading: /^Accounts/ },
  { app: "transcribe", path: "/transcribe", module: "./routes", heading: /^Transcribe/ },
  { app: "agents", path: "/agents", module: "./routes", heading: /^Agents/ },
  { app: "settings", path: "/settings/profile", module: "./routes", heading: /^Profile/ },
  { app: "identity", path: "/settings/people", module: "", heading: /^People/ },
  { app: "releases", path: "/settings/releases", module: "", heading: /^Releases/ },
];

type Spoil = (route: Route) => Promise<void>;
interface Kind {
  name: string;
  /** What stands where the area's page should be; the error page of the specification, in its outlet. */
  shown: "content" | "error page";
  /** What is reported of its release; a page that hung reports nothing more. */
  reported?: "failure" | "error" | "recovered" | "load";
  /** Whose file does not arrive as it was published. */
  file?: "entry" | "exposed";
  spoil?: Spoil;
  act?: (page: Page) => Promise<void>;
  hangs?: boolean;
  /** Of areas with routes of their own only. */
  routes?: boolean;
}
const gone: Spoil = (route) => route.fulfill({ status: 404, contentType: "text/html", body: "Not Found" });
const content = (name: string, reported: Kind["reported"] = "failure", more: Partial<Kind> = {}): Kind => ({
  name,
  shown: "content",
  reported,
  ...more,
});
const error = (name: string, act?: Kind["act"]): Kind => ({ name, shown: "error page", reported: "error", act });

const kinds: Kind[] = [
  content("nothing wrong", "load"),
  content("entry missing", "failure", { file: "entry", spoil: gone }),
  content("entry is HTML", "failure", {
    file: "entry",
    spoil: (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
  }),
  content("wrong hash", "failure", {
    file: "exposed",
    spoil: (route) => route.fulfill({ contentType: "text/javascript", body: "document.body.remove()" }),
  }),
  content("exposed chunk missing", "failure", { file: "exposed", spoil: gone }),
  content("entry never comes", "failure", { file: "entry", spoil: async () => {} }),
  content("lazy chunk missing"),
  content("style sheet missing"),
  content("throws at start"),
  content("throws in render"),
  content("throws in a later render"),
  content("throws in an effect"),
  content("throws in render once", "recovered"),
  error("throws in a click handler", (page) => page.getByRole("button", { name: "Break it" }).click()),
  error("throws in a timer"),
  error("rejects a promise"),
  error("floods with rejections"),
  content("sets state in an effect without end"),
  content("blocks at start", "load"),
  content("endless loop at start", undefined, { hangs: true }),
  content("endless loop in render", undefined, { hangs: true }),
  content("adds global CSS", "load"),
  content("replaces fetch"),
  content("breaks Array.prototype"),
  content("extends Object.prototype"),
  content("empties the body", "load"),
  content("breaks history.pushState"),
  content("writes HTML"),
  content("takes another area's page", "error", { routes: true }),
];

/** Milliseconds for what never comes: a busy machine does not reach it. */
const TIMEOUT = 60_000;

let product: Product;
let person: string;
const released = new Map<string, Release>();

const REMOTES = path.resolve(import.meta.dirname, "../../remotes");
const built = (app: string) =>
  JSON.parse(readFileSync(path.join(REMOTES, app, "dist/release.json"), "utf8")) as Release;
/** The module that draws the page of an area without routes of its own. */
const paneOf = ({ manifest }: Release) => `./${manifest.contributes.settings![0]!.module}`;

test.beforeAll(async ({ browser }) => {
  person = someone();
  product = await Product.start({
    INTERNAL_EMAIL_DOMAIN: "example.com",
    TESSERA_ADMINS: person,
    RATE_LIMIT_FACTOR: "100",
    IDENTITY_RATE_LIMIT_FACTOR: "100",
  });
  const context = await browser.newContext();
  await enter(context, product, person);
  await context.close();
  for (const area of areas) {
    const { document } = await new Team(product, area.app).publish(
      "2.0.0",
      [{ percent: 100, holdSeconds: 3600, gate: { minLoads: 100_000 } }],
      (name, text, container) =>
        // Each file has a mark: unchanged ones would be those of the stable release, too.
        (name === built(area.app).entry
          ? `${text}\n(() => {"use strict";(${sabotage})(${JSON.stringify(container)}, ${JSON.stringify(area.app)});})();`
          : text) + (name.endsWith(".js") ? "\n/* 2 */" : ""),
    );
    released.set(area.app, document);
    area.module ||= paneOf(document);
  }
});
test.afterAll(() => product.stop());

/** A browser of its own, signed in, in which the release fails. What pages report is kept in them. */
async function open(browser: Browser, kind: Kind, { app, module }: Area): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: product.url });
  await enterAgain(context, product, person);
  await context.addInitScript(
    (fault) => {
      const page = globalThis as unknown as { tesseraFault: Fault; tesseraReports: string[] };
      page.tesseraFault = fault;
      page.tesseraReports = [];
      Navigator.prototype.sendBeacon = (_, body) => page.tesseraReports.push(String(body)) > 0;
    },
    { kind: kind.name, app, module },
  );
  const release = released.get(app)!;
  if (kind.spoil) {
    const file = kind.file === "entry" ? release.entry : exposedFiles(app).get(module.slice(2))!;
    // The entry of an area that the page does not begin with is asked for by its release, all else by its content.
    const addresses = [addressOf(release, file), `/assets/${app}/${release.id}/${file}`];
    await context.route((url) => addresses.includes(url.pathname), kind.spoil);
  }
  return context;
}

/** App, release and metric of all that the page has reported. */
async function reportedBy(page: Page): Promise<string[]> {
  const reports = await page.evaluate(() => {
    dispatchEvent(new Event("pagehide")); // what waits is sent
    return (globalThis as unknown as { tesseraReports: string[] }).tesseraReports;
  });
  return reports.flatMap((report) =>
    (JSON.parse(report).measurements as { app: string; release: string; metric: string }[]).map(
      ({ app, release, metric }) => `${app} ${release} ${metric}`,
    ),
  );
}

/**
 * Opens the area in a page of its own, which does not answer again, until `page` can know that from the mark it left.
 * Then it is closed, as a person does: it would keep a core busy.
 */
async function hang(context: BrowserContext, page: Page, { path }: Area): Promise<void> {
  await page.goto("/", { waitUntil: "commit" });
  const hung = await context.newPage();
  await hung.goto(path, { waitUntil: "commit" });
  await page.waitForFunction(() => {
    const shown = JSON.parse(localStorage.getItem("tessera:shown") ?? "{}") as Record<string, { at: number }>;
    return Object.values(shown).some(({ at }) => Date.now() - at > 5_000);
  });
  await hung.close();
}

/** @returns what went wrong; nothing: as it should be */
async function judge(browser: Browser, kind: Kind, area: Area): Promise<string[]> {
  const wrong: string[] = [];
  const check = async (what: string, work: () => Promise<void>) => {
    await work().catch((failure: Error) => wrong.push(`${what}: ${failure.message.split("\n")[0]}`));
  };
  const context = await open(browser, kind, area);
  try {
    const page = await context.newPage();
    if (kind.hangs) await check("next load", () => hang(context, page, area));
    let loads = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
    });
    await page.goto(area.path, { waitUntil: "commit" });
    const main = page.locator("#page");
    const own = main.getByRole("heading", { name: area.heading }).first();
    if (kind.act) await check("act", () => kind.act!(page));
    if (kind.reported && kind.reported !== "load") {
      const { id } = released.get(area.app)!;
      // A section of another area's page is replaced by that page, which reports an error.
      const metrics = area.module === "./routes" ? [kind.reported] : [kind.reported, "error"];
      await check("reported", () =>
        expect(async () => {
          const reported = await reportedBy(page);
          expect(
            metrics.some((metric) => reported.includes(`${area.app} ${id} ${metric}`)),
            reported.join(", "),
          ).toBe(true);
        }).toPass({ timeout: TIMEOUT }),
      );
    }
    const expected = kind.shown === "content" ? own : main.getByRole("heading", { name: "Internal Server Error" });
    await check(kind.shown, async () => {
      await expect(expected)
        .toBeVisible()
        .catch(async (failure: Error) => {
          throw new Error(`the page says ${JSON.stringify((await main.innerText()).slice(0, 300))}`, {
            cause: failure,
          });
        });
    });
    const other = areas.find(({ app }) => app === (area.app === "queue" ? "billing" : "queue"))!;
    const name = other.app === "queue" ? "Queue" : "Billing";
    await check("rest usable", async () => {
      await page
        .getByRole("navigation", { name: "Areas" })
        // Behind the name may be how many wait there.
        .getByRole("link", { name: new RegExp(`^${name}\\b`) })
        .click();
      await expect(page.locator("#page").getByRole("heading", { name: other.heading }).first()).toBeVisible();
      await expect(page.getByRole("heading", { name: "Internal Server Error" })).toHaveCount(0);
    });
    if (loads !== 1) wrong.push(`${loads} loads`);
    const blamed = (await reportedBy(page).catch(() => [])).filter((line) => /^shell .*(error|failure)$/.test(line));
    if (blamed.length) wrong.push(`reported of the shell: ${blamed.join(", ")}`);
    return wrong;
  } finally {
    await context.close();
  }
}

test("has every remote", () => {
  expect(areas.map(({ app }) => app).sort()).toEqual(readdirSync(REMOTES).sort());
});

test("no release that fails takes more than its own area, and only until it is noticed", async ({ browser }) => {
  const { FAILURES: asked } = process.env;
  const chosen = kinds.filter(({ name }) => !asked || asked === "all" || name.includes(asked));
  const cells = chosen.flatMap((kind, row) => {
    const able = areas.filter(({ module }) => !kind.routes || module === "./routes");
    return (asked ? able : [able[row % able.length]!]).map((area) => ({ kind, area }));
  });
  test.setTimeout(cells.length * TIMEOUT);
  const results = new Map<string, string[]>();
  const started = Date.now();
  const waiting = [...cells];
  const work = async () => {
    for (let cell = waiting.shift(); cell; cell = waiting.shift()) {
      const { kind, area } = cell;
      const wrong = await judge(browser, kind, area).catch((failure: Error) => [failure.message.split("\n")[0]!]);
      results.set(`${kind.name} ${area.app}`, wrong);
      if (wrong.length) console.log(`${area.app}, ${kind.name}: ${wrong.join("; ")}`);
    }
  };
  await Promise.all([work(), work(), work()]); // some cells wait for a time limit
  const cellOf = (kind: Kind, { app }: Area) => {
    const wrong = results.get(`${kind.name} ${app}`);
    return (wrong ? (wrong.length ? "BROKEN" : kind.shown) : "").padEnd(11);
  };
  const rows = chosen.map((kind) => `${kind.name.padEnd(34)}${areas.map((area) => cellOf(kind, area)).join("")}`);
  console.log([`${"".padEnd(34)}${areas.map(({ app }) => app.padEnd(11)).join("")}`, ...rows].join("\n"));
  console.log(`${cells.length} cells in ${Math.round((Date.now() - started) / 1000)} s`);
  expect(Object.fromEntries([...results].filter(([, wrong]) => wrong.length))).toEqual({});
});
