import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, type Page, type Request, type Route, test } from "@playwright/test";
import type { Release } from "@tessera/federation/composition.ts";
import { enter } from "./person.ts";
import { Product } from "./product.ts";
import { addressOf, type Change, EXPOSED_CHUNK, exposedFiles, keptFiles, Team } from "./releases.ts";

/**
 * What a person sees of a release of the items that fails, each time in another way; 1.0.0 is the stable one. A page's
 * own requests are held back: those that a service worker made for it could not be.
 */
test.describe.configure({ mode: "serial" });

const DIST = path.resolve(import.meta.dirname, "../../remotes/items/dist");
const BUILT = JSON.parse(readFileSync(path.join(DIST, "release.json"), "utf8")) as Release;
const SHELL = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, "../../shell/dist/release.json"), "utf8"),
) as Release;
const exposed = exposedFiles("items");
const EXPOSED = exposed.get("routes")!;

/** Files that are loaded when a card, the capture dialog and the import dialog are first opened. */
let detail: string[];
let capture: string[];
let imports: string[];

let product: Product;
let team: Team;
let major = 1;

test.beforeAll(async ({ browser }) => {
  product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "example.com" });
  team = new Team(product, "items");
  remember(BUILT);
  const context = await browser.newContext();
  const page = await context.newPage();
  await inbox(page);
  capture = await loadedBy(page, () => type(page, "Oak fronts for the shed"));
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  detail = await loadedBy(page, async () => {
    await page.getByRole("row").filter({ hasText: "Oak fronts" }).click();
    await expect(page.getByRole("article", { name: /Oak fronts/ })).toBeVisible();
  });
  imports = await loadedBy(page, () => openImport(page));
  await context.close();
});
test.afterAll(() => product.stop());
test.afterEach(() => team.rollout("abort"));
test.beforeEach(({ page }) => {
  page.setDefaultNavigationTimeout(40_000);
});

/** What was published, by release id: where the server keeps each file. */
const published = new Map<string, Release>();
const remember = (release: Release) => published.set(release.id, release);
const addressIn = (id: string, name: string) => addressOf(published.get(id)!, name);

/** A release that everyone gets while 1.0.0 is still the stable one. What has no mark of it is 1.0.0's file, too. */
async function release(
  change: Change = (_, text) => text,
  isMarked = (name: string) => name.endsWith(".js"),
): Promise<string> {
  major += 1;
  const steps = [{ percent: 100, holdSeconds: 3600, gate: { minLoads: 100_000 } }];
  const mark = `\n/* ${major} */`;
  const { document } = await team.publish(
    `${major}.0.0`,
    steps,
    (name, text, container) => change(name, text, container) + (isMarked(name) ? mark : ""),
  );
  remember(document);
  return document.id;
}

/** Names of the files of 1.0.0, but for whole exposed modules, that a page loads for what is done on it. */
async function loadedBy(page: Page, act: () => Promise<void>): Promise<string[]> {
  const names = new Set<string>();
  const byAddress = new Map(BUILT.files.map((file) => [addressOf(BUILT, file.path), file.path]));
  const note = (request: Request) => {
    const name = byAddress.get(new URL(request.url()).pathname);
    if (name?.endsWith(".js") && !name.startsWith(EXPOSED_CHUNK)) names.add(name);
  };
  page.on("request", note);
  await act();
  page.off("request", note);
  expect([...names]).not.toEqual([]);
  return [...names];
}

/** Where the server keeps a file, in each of its encodings. */
const stored = (id: string, ...names: string[]) =>
  names.flatMap((name) => {
    const files = keptFiles(product, published.get(id)!.files.find((file) => file.path === name)!.integrity);
    expect(files.length).toBeGreaterThan(0);
    return files;
  });
const remove = (id: string, ...names: string[]) => {
  for (const file of stored(id, ...names)) rmSync(file);
};

/** Signs up, opens the inbox once, and watches the page from there on. */
async function inbox(page: Page): Promise<{ loads: number }> {
  await enter(page.context(), product);
  const seen = { loads: 0 };
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) seen.loads += 1;
  });
  await page.goto(`${product.url}/items/inbox`, { waitUntil: "commit" });
  await expect(list(page)).toBeVisible();
  return seen;
}
async function openImport(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("Import cards");
  await expect(page.getByRole("option", { name: /Import cards/, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Choose files" })).toBeVisible();
}
const list = (page: Page) => page.getByRole("heading", { name: /^Inbox/ }).first();

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Capture", exact: true }).first().click();
  await page.getByRole("dialog").getByLabel("What to capture").fill(text);
}

/** The release is reported by name, with what went wrong on pages of it. */
const expectBlame = (id: string) =>
  expect(async () => {
    const { answer } = await team.rollout("status");
    expect(id).toContain(answer.candidate.version);
    expect(answer.health.candidate.pageErrors).toBeGreaterThan(0);
  }).toPass();

test("a release runs by what the page carries: no file is asked for but its own, each by content", async ({ page }) => {
  const { files } = published.get(await release())!;
  const own = new Set(files.map((file) => addressOf({ app: "items", files }, file.path)));
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  const seen = await inbox(page);
  expect(seen.loads).toBe(1);
  const ofItems = fetched.filter((address) => address.startsWith("/assets/items/"));
  expect(ofItems.length).toBeGreaterThan(0);
  expect(ofItems.filter((address) => !own.has(address))).toEqual([]);
});

/**
 * The page of the list throws when it is drawn: the container's entry hands out its routes with another component
 * there.
 */
const throwInRender: Change = (name, text, container) =>
  name === BUILT.entry ? `${text}\n(${breakList})("${container}");` : text;

/** Runs in the page, after the entry of a container. */
function breakList(name: string): void {
  interface Container {
    init(...args: unknown[]): unknown;
    get(module: string): Promise<() => { default: { path?: string }[] }>;
  }
  const page = globalThis as unknown as Record<string, Container>;
  const whole = page[name]!;
  const Component = () => {
    throw new Error("broken render");
  };
  page[name] = {
    init: (...args) => whole.init(...args),
    get: async (module) => {
      const factory = await whole.get(module);
      if (module !== "./routes") return factory;
      return () => ({
        default: factory().default.map((route) => (route.path === "items/:type" ? { ...route, Component } : route)),
      });
    },
  };
}

const broken: [string, (id: string) => void, Change?][] = [
  ["whose entry is missing", (id) => remove(id, "remoteEntry.js")],
  ["whose routes are missing", (id) => remove(id, EXPOSED)],
  [
    "whose bytes are not those that were published",
    (id) => {
      const other = Buffer.from("window.changedOnDisk = true;");
      for (const file of stored(id, EXPOSED))
        writeFileSync(
          file,
          file.endsWith(".br") ? brotliCompressSync(other) : file.endsWith(".gz") ? gzipSync(other) : other,
        );
    },
  ],
  [
    "that throws while it starts",
    () => {},
    (name, text) => (name === EXPOSED ? `throw new Error("broken start");${text}` : text),
  ],
  ["that this browser cannot read", () => {}, (name, text) => (name === EXPOSED ? `(${text}` : text)],
  ["that throws in render", () => {}, throwInRender],
];
for (const [what, damage, change] of broken) {
  test(`a release ${what} gives way to the stable one in the same page`, async ({ page }) => {
    const id = await release(change);
    damage(id);
    const seen = await inbox(page);
    expect(seen.loads).toBe(1);
    expect(await page.evaluate(() => "changedOnDisk" in window)).toBe(false);
    await expectBlame(id);
  });
}

test("a release whose entry never comes does not hold up the page, and gives way", async ({ page }) => {
  const id = await release();
  await page.route(`**${addressIn(id, "remoteEntry.js")}`, () => {});
  await enter(page.context(), product);
  const asked = Date.now();
  await page.goto(`${product.url}/items/inbox`, { waitUntil: "commit" });
  await expect(page.getByRole("navigation", { name: "Areas" })).toBeVisible({ timeout: 8_000 });
  expect(Date.now() - asked).toBeLessThan(8_000);
  await expect(list(page)).toBeVisible();
  await expectBlame(id);
});

for (const how of ["is missing", "never comes"]) {
  test(`a part that ${how} later brings the stable release, and what was typed stays`, async ({ page }) => {
    // The one that is missing is all that differs: both releases run the same files in one page.
    const id = await release(undefined, how === "is missing" ? (name) => detail.includes(name) : undefined);
    if (how === "is missing") remove(id, ...detail);
    else for (const name of detail) await page.route(`**${addressIn(id, name)}`, () => {});
    const seen = await inbox(page);
    await type(page, "Oak fronts for the kitchen");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("dialog")).toBeHidden();
    await type(page, "Half a thought");
    await page.keyboard.press("Escape");
    await page.getByRole("row").filter({ hasText: "Oak fronts" }).click();
    await expect(page.getByRole("article", { name: /Oak fronts/ })).toBeVisible();
    await expect(page.getByText("could not be loaded")).toBeHidden();
    await expectBlame(id);
    await page.getByRole("button", { name: "Capture", exact: true }).first().click();
    await expect(page.getByRole("dialog").getByLabel("What to capture")).toHaveValue("Half a thought");
    expect(seen.loads).toBe(1);
  });
}

test("a dialog that is missing opens from the stable release at the same press", async ({ page }) => {
  const id = await release();
  remove(id, ...capture);
  const seen = await inbox(page);
  await page.getByRole("button", { name: "Capture", exact: true }).first().click();
  await expect(page.getByRole("dialog").getByLabel("What to capture")).toBeVisible();
  await expect(page.getByText("could not be loaded")).toHaveCount(0);
  await expectBlame(id);
  expect(seen.loads).toBe(1);
});

test("a dialog that no release has is said once, and the next try opens it when it is there again", async ({
  page,
}) => {
  const id = await release();
  remove(id, ...capture);
  const files = stored(BUILT.id, ...capture);
  for (const file of files) renameSync(file, `${file}.away`);
  try {
    const seen = await inbox(page);
    await page.getByRole("button", { name: "Capture", exact: true }).first().click();
    await expect(page.getByText("This part of the page could not be loaded.")).toHaveCount(1);
    for (const file of files) renameSync(`${file}.away`, file);
    await page.getByRole("button", { name: "Capture", exact: true }).first().click();
    await expect(page.getByRole("dialog").getByLabel("What to capture")).toBeVisible();
    expect(seen.loads).toBe(1);
  } finally {
    for (const file of files) if (existsSync(`${file}.away`)) renameSync(`${file}.away`, file);
  }
});

test("an area opens at the first try when its files are there again, all of which the page had missed", async ({
  page,
}) => {
  const files = stored(BUILT.id, ...BUILT.scripts);
  for (const file of files) renameSync(file, `${file}.away`);
  try {
    await enter(page.context(), product);
    await page.goto(`${product.url}/items/inbox`);
    await expect(page.getByText("Items could not be loaded")).toBeVisible();
  } finally {
    for (const file of files) renameSync(`${file}.away`, file);
  }
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(list(page)).toBeVisible();
});

test("a page whose application never comes says so where its outline is, and comes when it is asked for again", async ({
  page,
}) => {
  await enter(page.context(), product);
  let comes = false;
  await page.route(`**${addressOf(SHELL, "vendor.js")}`, (route) => (comes ? route.continue() : undefined));
  // The words come after 20 s, by the outline's style sheet.
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: 1_000 });
  // What the first script asks for at once.
  const started = page.waitForRequest("**/api/items?*");
  await page.goto(`${product.url}/items/inbox`, { waitUntil: "commit" });
  await started;
  await expect(page.getByText("Tessera could not be loaded.")).toBeVisible();
  comes = true;
  // After 30 s the page asks again itself: the list may be there before the press.
  await page.getByRole("link", { name: "Try again" }).or(list(page)).first().click();
  await expect(list(page)).toBeVisible();
});

test("an area opens at the next try when what it shares with others had not come", async ({ page }) => {
  await enter(page.context(), product);
  const shared = `**${addressOf(SHELL, "fluent-data.js")}`;
  await page.route(shared, (route) => route.abort());
  await page.goto(`${product.url}/queue`);
  await expect(page.getByText("Queue could not be loaded")).toBeVisible();
  await page.unroute(shared);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: /^Queue/ }).first()).toBeVisible();
});

test("an area that could not be fetched ahead of time opens when it is there again", async ({ page }) => {
  const files = stored(BUILT.id, "remoteEntry.js");
  for (const file of files) renameSync(file, `${file}.away`);
  try {
    await enter(page.context(), product);
    const missed = page.waitForResponse(
      (response) => response.url().endsWith(addressOf(BUILT, "remoteEntry.js")) && response.status() >= 400,
    );
    await page.goto(`${product.url}/queue`);
    await missed;
  } finally {
    for (const file of files) renameSync(`${file}.away`, file);
  }
  await page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: "Items" }).click();
  await expect(list(page).or(page.getByText("Items could not be loaded"))).toHaveText(/^Inbox/);
});

test("a card whose type's view no release has is shown plainly, and whole when the view is there again", async ({
  page,
}) => {
  const view = exposed.get("types/inbox/view")!;
  const id = await release();
  remove(id, view);
  const files = stored(BUILT.id, view);
  for (const file of files) renameSync(file, `${file}.away`);
  try {
    const seen = await inbox(page);
    await type(page, "Oak fronts for the pantry");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.getByRole("row").filter({ hasText: "Oak fronts for the pantry" }).click();
    const shown = page.getByRole("article", { name: /Oak fronts/ });
    await expect(shown.getByText("Shown as plain text")).toBeVisible();
    await expect(shown.getByText("guess", { exact: true })).toBeVisible();
    await expectBlame(id);
    for (const file of files) renameSync(`${file}.away`, file);
    await shown.getByRole("button", { name: "Try again" }).click();
    await expect(shown.getByRole("button", { name: "Make it a note" })).toBeVisible();
    expect(seen.loads).toBe(1);
  } finally {
    for (const file of files) if (existsSync(`${file}.away`)) renameSync(`${file}.away`, file);
  }
});

test("text in an open card stays while the stable release takes the place of the one it was typed in", async ({
  page,
}) => {
  const id = await release();
  remove(id, ...imports);
  const seen = await inbox(page);
  await type(page, "Oak fronts for the hall");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("row").filter({ hasText: "Oak fronts for the hall" }).click();
  const title = page.getByRole("article", { name: /Oak fronts/ }).getByRole("textbox", { name: "Title" });
  await expect(title).toBeVisible();
  // It cannot be saved meanwhile: what is there afterwards was kept by the page.
  const refuse = (route: Route) => (route.request().method() === "PATCH" ? route.abort() : route.fallback());
  await page.route("**/api/items/**", refuse);
  await title.fill("Oak fronts for the hall, oiled twice");
  await openImport(page);
  await expectBlame(id);
  await page.keyboard.press("Escape");
  await expect(title).toHaveValue("Oak fronts for the hall, oiled twice");
  await page.unroute("**/api/items/**", refuse);
  await page.getByRole("button", { name: "Capture", exact: true }).first().click();
  await page.keyboard.press("Escape");
  await expect(async () => {
    await page.goto(`${product.url}/items/inbox`);
    await expect(page.getByRole("row").filter({ hasText: "oiled twice" })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  expect(seen.loads).toBeGreaterThan(1);
});

test("when the stable release throws too once it is in place, its area alone offers to try again", async ({ page }) => {
  major += 1;
  await team.publish(`${major}.0.0`, null, throwInRender);
  const id = await release(throwInRender);
  try {
    await enter(page.context(), product);
    await page.goto(`${product.url}/items/inbox`);
    let loads = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    for (const press of [false, true]) {
      if (press) await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("alert").filter({ hasText: "broken render" })).toBeVisible();
    }
    await page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: "Queue" }).click();
    await expect(page.getByRole("heading", { name: /^Queue/ }).first()).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("alert").filter({ hasText: "broken render" })).toBeVisible();
    expect(loads).toBe(0);
    await expectBlame(id);
  } finally {
    await team.rollout("abort");
    await team.rollout("rollback", "--to", "1.0.0");
  }
});

test("when the stable release fails too, its area alone offers to try again, and the try works", async ({ page }) => {
  const id = await release();
  remove(id, "remoteEntry.js");
  const files = stored(BUILT.id, "remoteEntry.js");
  for (const file of files) renameSync(file, `${file}.away`);
  await enter(page.context(), product);
  await page.goto(`${product.url}/items/inbox`);
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await expect(page.getByText("Items could not be loaded")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Items could not be loaded")).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: "Queue" }).click();
  await expect(page.getByRole("heading", { name: /^Queue/ }).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Items could not be loaded")).toBeVisible();
  for (const file of files) renameSync(`${file}.away`, file);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(list(page)).toBeVisible();
  expect(loads).toBe(0);
  await expectBlame(id);
});
