import { type BrowserContext, expect, type Page, type Route } from "@playwright/test";
import { THEME_COOKIE } from "@tessera/federation/page.ts";
import { accessToken } from "./access-token.ts";
import { fontCame, heldPage, MADE } from "./held-look.ts";
import { test } from "./journey.ts";
import { enter } from "./person.ts";

/**
 * Whole pages against committed pictures: a change of look is a reviewed change of a picture. All that would differ
 * from run to run is held (held-look.ts), and what the pages show. What a page is made of is in the gallery's pictures;
 * here are those that the shell's own frame and pages are in. New ones are taken by
 * `npm run pictures -- --update-snapshots`.
 */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const SCHEMES = ["light", "dark"] as const;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;

/** Shows every answer as if its data had been made at that moment. */
async function shifted(route: Route, by: number): Promise<void> {
  const answer = await route.fetch();
  if (!answer.headers()["content-type"]?.includes("json")) return route.fulfill({ response: answer });
  const body = (await answer.text()).replaceAll(MOMENT, (at) => new Date(Date.parse(at) + by).toISOString());
  await route.fulfill({ response: answer, body });
}

/** An answer that is still on its way when its page is closed is nobody's. */
async function close(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
}

async function hold(context: BrowserContext, made: number): Promise<Page> {
  const page = await heldPage(context);
  await page.route("**/api/**", (route) => shifted(route, MADE - made));
  return page;
}

/** A picture of the product that is for another width, or has not come, is no part of what was reviewed. */
const pictureCame = (page: Page, width: number) =>
  expect
    .poll(() =>
      page.locator("img[src*='/product-']").evaluateAll(
        (all, wanted) =>
          all.filter((one) => {
            const { complete, currentSrc } = one as HTMLImageElement;
            return !complete || !currentSrc.includes(wanted);
          }).length,
        `/product-${width < 960 ? 390 : 1440}-`,
      ),
    )
    .toBe(0);

/** Opens a page and compares it in all sizes and themes. @param ready what is there when it is drawn */
async function compare(page: Page, origin: string, name: string, path: string, ready: string): Promise<void> {
  await test.step(name, async () => {
    for (const scheme of SCHEMES) {
      // A stranger's browser keeps the theme that was chosen in it last; a person's here follows the system.
      await page.context().addCookies([{ name: THEME_COOKIE, value: scheme, url: origin }]);
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize(SIZES[0]);
      await page.goto(path);
      await expect(page.locator("html")).toHaveCSS("color-scheme", scheme);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await expect(page.locator(ready).first()).toBeVisible();
        await fontCame(page);
        await pictureCame(page, size.width);
        await expect.soft(page).toHaveScreenshot(`${name}-${size.width}-${scheme}.png`);
      }
    }
  });
}

const CARDS = [
  {
    type: "note",
    title: "Names for the second plan",
    body: "Atelier, Studio, **Workshop**.\n\n- short\n- known in every language",
    tags: ["pricing"],
  },
  { type: "task", title: "Call the dentist", body: "", tags: ["health"], data: { priority: "high" } },
  { type: "task", title: "Send the revised quote", body: "", tags: ["home", "kitchen"] },
  {
    type: "note",
    title: "Oak fronts suit the kitchen",
    body: "Seen in Aarhus; ask for the price of the worktop.",
    tags: ["home"],
  },
  {
    type: "note",
    title: "A long title that says what the card is about before anything else is read",
    body: "And a line.",
    tags: [],
  },
];

/** What the front page's picture shows (shell/public/pictures): the first of them is open. */
const SHOWN = [
  {
    type: "note",
    title: "Row locks as a job queue",
    body: [
      "For three years we ran our jobs through a broker that nobody wanted to own. Then we moved one small queue into the table next to the data it worked on, and the pages at night stopped.",
      "## Why it holds",
      "A row lock is a lease that the database already knows how to lose: if the worker dies, its connection closes and the row is free again. A second worker passes over what the first one holds, so no two wait for each other.",
      "## Still open",
      "- [x] Try it with one worker\n- [x] Kill the worker, see the row come back\n- [ ] Hash the customer into a lane, where order matters\n- [ ] Show the oldest job that waits",
    ].join("\n\n"),
    tags: ["postgres", "queue"],
  },
  { type: "task", title: "Call the dentist about the crown", body: "", tags: ["health"], data: { priority: "high" } },
  {
    type: "note",
    title: "Strasbourg: what is still open",
    body: "Train booked. Hotel near the Krutenau.",
    tags: ["travel"],
  },
  { type: "task", title: "Send the third-quarter VAT return", body: "", tags: ["tax"] },
  {
    type: "note",
    title: "Queue design, second attempt",
    body: "A lane for each customer, a lock for each lane.",
    tags: [],
  },
  { type: "task", title: "Replace the broker before March", body: "", tags: ["queue"] },
  { type: "note", title: "Names for the second plan", body: "Atelier, Studio, Workshop, Bench.", tags: ["pricing"] },
  { type: "task", title: "Ask Lena for the price of the worktop", body: "", tags: ["home"] },
  {
    type: "note",
    title: "The tiles of Karlsruhe",
    body: "A workshop of 1901; the glaze is still a secret.",
    tags: ["tiles"],
  },
  { type: "note", title: "What the kitchen may cost", body: "Fronts, worktop, and two days of Lena.", tags: ["home"] },
];

/** Keeps cards so that the first of them is listed first. @returns their ids, in that order */
async function keepAll(context: BrowserContext, headers: Record<string, string>, cards: object[]): Promise<string[]> {
  const ids: string[] = [];
  for (const data of cards.toReversed()) {
    const keep = { headers: { ...headers, "idempotency-key": crypto.randomUUID() }, data };
    const kept = await context.request.post("/api/items", keep);
    ids.unshift(((await kept.json()) as { id: string }).id);
  }
  return ids;
}

/** Waits until so many entries of the queue wait: their number stands beside it on every page. */
const untilWaiting = (context: BrowserContext, headers: Record<string, string>, count: number) =>
  expect
    .poll(async () => {
      const answer = await context.request.get("/api/queue/entries?state=open", { headers });
      return ((await answer.json()) as { open: number }).open;
    })
    .toBe(count);

/** @returns what requests of the person carry */
async function followSystem(context: BrowserContext, page: Page): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${await accessToken(page)}` };
  const answer = await context.request.patch("/api/settings/preferences", { headers, data: { theme: "system" } });
  expect(answer.ok()).toBe(true);
  return headers;
}

test("pages look as they were reviewed", async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.url, bypassCSP: true });
  await enter(context, product, "mosaic@tessera.example");
  const setUp = await context.newPage();
  await setUp.goto("/queue");
  const headers = { authorization: `Bearer ${await accessToken(setUp)}` };
  const made = Date.now();
  const cards = await keepAll(context, headers, CARDS);
  await followSystem(context, setUp);
  // The first card settles the first steps.
  await untilWaiting(context, headers, 0);
  await setUp.close();
  const page = await hold(context, made);
  await compare(page, product.url, "inbox", "/items/inbox", "[data-row]");
  const archived = { ids: cards, set: { status: "archived" } };
  await context.request.post("/api/items/bulk", {
    headers: { ...headers, "idempotency-key": crypto.randomUUID() },
    data: archived,
  });
  const [opened] = await keepAll(context, headers, SHOWN);
  // Its wide form shows what has been done with the card: title, language, embedding.
  await expect
    .poll(async () => {
      const answer = await context.request.get(`/api/items/${opened}`, { headers });
      const { processing } = (await answer.json()) as { processing: Record<string, { state: string }> };
      return Object.values(processing).map(({ state }) => state);
    })
    .toEqual(["success", "success", "success"]);
  await compare(page, product.url, "product", `/items/inbox/${opened}`, "[data-card] h2");
  await close(page);
  const strangers = await browser.newContext({ baseURL: product.url, bypassCSP: true });
  const stranger = await hold(strangers, made);
  await compare(stranger, product.url, "front", "/", "#plans");
  await compare(stranger, product.url, "sign-in", "/login", "input[type=password]");
  await close(stranger);
});
