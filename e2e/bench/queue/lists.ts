// The queue of a person with 100,000 entries and as many jobs: how long 99 of 100 answers of the service take at most,
// one request after the other, and the longest task of the page while it is scrolled, filtered and searched.
import type { Page } from "@playwright/test";
import { startOwnPostgres } from "@tessera/testing/own-postgres.ts";
import { signIn } from "../../src/person.ts";
import { load, requestOf } from "../api/http-load.ts";
import { NOISE_LIMIT, noise } from "../api/noise.ts";
import { EMAIL, type Served, serve } from "../api/served.ts";
import { launchBrowser } from "../launch-browser.ts";
import { options } from "./options.ts";

/** Longest that 99 of 100 answers may take, ms. */
const ANSWER_TARGET = 200;
/** Longest task of the page, ms of processor time. */
const TASK_TARGET = 50;
const { listed, milliseconds, depth, only } = options;

/** The two lists, and what a person does there; each act ends where it began. */
const TABS = {
  entries: {
    path: "/queue",
    acts: { scroll, search, filter: (page: Page) => filter(page, "Filter entries", "Snoozed", "Waiting for me") },
  },
  jobs: {
    path: "/queue?view=jobs",
    acts: { scroll, search, filter: (page: Page) => filter(page, "Filter", "Done", "All jobs") },
  },
};

if (listed > 0) {
  const spread = noise();
  console.log(`Noise of this machine: ${Math.round(spread * 100)} %${spread > NOISE_LIMIT ? " – noisy" : ""}`);
  if (only !== "PostgreSQL") await measure("PGlite", await serve(null, listed, "queue"));
  if (only !== "PGlite") {
    const postgres = await startOwnPostgres();
    try {
      await measure("PostgreSQL", await serve(postgres.url, listed, "queue"));
    } finally {
      await postgres.stop();
    }
  }
}

async function measure(database: string, served: Served): Promise<void> {
  try {
    const answers: Record<string, { answers: number; "p50 ms": number; "p99 ms": number; "at most": number }> = {};
    for (const [name, paths] of Object.entries(await lists(served))) {
      const requests = paths.map((path) => requestOf("GET", `/api/queue${path}`, { token: served.token }));
      const next = (_: number, sent: number) => requests[sent % requests.length]!;
      const one = { port: served.ports.product, connections: 1, next };
      await load({ ...one, milliseconds: milliseconds / 5 });
      const { answered, p50, p99 } = await load({ ...one, milliseconds });
      const took = { "p50 ms": Number(p50.toFixed(1)), "p99 ms": Number(p99.toFixed(1)) };
      answers[name] = { answers: answered, ...took, "at most": ANSWER_TARGET };
      if (p99 > ANSWER_TARGET) process.exitCode = 1;
    }
    console.log(`\n${database}, ${listed.toLocaleString("en")} entries and as many jobs`);
    console.table(answers);
    const tasks = await longestTasks(served.product.url);
    console.table(tasks);
    if (Object.values(tasks).some(({ "longest task ms": longest }) => longest > TASK_TARGET)) process.exitCode = 1;
  } finally {
    await served.stop();
  }
}

/** Addresses of what the pages ask for, by what they show. */
async function lists({ product, token, ids: words }: Served): Promise<Record<string, string[]>> {
  const read = async (path: string) => {
    const answer = await fetch(`${product.url}/api/queue${path}`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as { nextCursor: string };
  };
  const searches = [...words.map((word) => encodeURIComponent(word)), "nowhere"];
  const after = async (path: string) => `${path}&cursor=${(await read(path)).nextCursor}`;
  return {
    "entries that wait, with their count": ["/entries?limit=100"],
    "the next page": [await after("/entries?limit=100")],
    "entries, snoozed": ["/entries?state=snoozed&limit=100"],
    "entries, settled": ["/entries?state=settled&limit=100"],
    "entries, a word": searches.map((q) => `/entries?limit=100&q=${q}`),
    "jobs, with their counts": ["/jobs?limit=100"],
    "jobs, the next page": [await after("/jobs?limit=100")],
    "jobs, a state": ["waiting", "running", "failed"].map((state) => `/jobs?limit=100&state=${state}`),
    "jobs, a kind": ["/jobs?limit=100&queue=agents.run"],
    "jobs, a word": searches.map((q) => `/jobs?limit=100&q=${q}`),
    "kinds of jobs": ["/jobs/kinds"],
    failures: ["/jobs/failures"],
  };
}

type Tasks = Record<string, { "longest task ms": number; "at most": number }>;

async function longestTasks(url: string): Promise<Tasks> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({
      ...{ baseURL: url, locale: "en-GB", serviceWorkers: "block" as const },
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    await signIn(page, EMAIL);
    const found: Tasks = {};
    for (const [tab, { path, acts }] of Object.entries(TABS)) {
      await page.goto(path);
      await rows(page);
      for (const [name, act] of Object.entries(acts))
        found[`${tab}: ${name}`] = { "longest task ms": Math.round(await longest(page, act)), "at most": TASK_TARGET };
      await loadTo(page, Math.min(depth, listed / 2));
      found[`${tab}: scroll, ${depth.toLocaleString("en")} loaded`] = {
        ...{ "longest task ms": Math.round(await longest(page, scroll)), "at most": TASK_TARGET },
      };
    }
    return found;
  } finally {
    await browser.close();
  }
}

function rows(page: Page): Promise<void> {
  return page.getByRole("gridcell").first().waitFor();
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Processor time of the thread, µs. */
  tdur?: number;
  args: { name?: string };
}

/**
 * Ms of the longest task of the page during an act: its processor time, as a task that waits while the machine does
 * other things takes longer without doing more.
 */
async function longest(page: Page, act: (page: Page) => Promise<void>): Promise<number> {
  const client = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  client.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((resolve) => client.once("Tracing.tracingComplete", resolve));
  await client.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "disabled-by-default-devtools.timeline"] },
  });
  await act(page);
  await client.send("Tracing.end");
  await complete;
  await client.detach();
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const pages = new Set(
    events.flatMap((event) =>
      event.name === "thread_name" && event.args.name === "CrRendererMain" ? [threadOf(event)] : [],
    ),
  );
  const tasks = events.filter((event) => event.name.endsWith("RunTask") && pages.has(threadOf(event)));
  if (!tasks.length) throw new Error("The browser told of no task");
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0);
}

/** Some seconds of wheel turns over the list, as a person who looks for something turns it. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(300, 500);
  for (let turn = 0; turn < 150; turn += 1) {
    await page.mouse.wheel(0, 400);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

async function search(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Search the queue" }).click();
  const field = page.getByRole("searchbox", { name: "Search the queue" });
  await field.pressSequentially("roba");
  await page.waitForURL(/q=roba/);
  await rows(page);
  await field.press("Escape");
  await page.waitForURL((url) => !url.searchParams.has("q"));
  await rows(page);
}

async function filter(page: Page, menu: string, state: string, all: string): Promise<void> {
  for (const one of [state, all]) {
    await page.getByRole("button", { name: menu, exact: true }).click();
    await page.getByRole("menuitemradio", { name: one }).click();
    await page.waitForURL((url) => url.searchParams.has("state") === (one === state));
    await rows(page);
  }
}

/** Goes to the end of what is loaded until that is so many rows. */
async function loadTo(page: Page, count: number): Promise<void> {
  await page.evaluate(async (enough) => {
    const grid = document.querySelector("[role=grid]")!;
    while (Number(grid.getAttribute("aria-rowcount")) < enough) {
      grid.scrollTop = grid.scrollHeight;
      await new Promise(requestAnimationFrame);
    }
  }, count);
}
