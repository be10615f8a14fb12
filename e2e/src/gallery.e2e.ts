import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, type Page, type Request, test } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { fontCame, heldPage } from "./held-look.ts";

/**
 * The stories of the gallery against committed pictures. Each is taken twice: in light, comfortable, 1440 px, and in
 * dark, compact, 390 px. So each theme, density and width of each story is in one; all eight combinations would be four
 * times as many pictures, of which most would differ in nothing that these do not show.
 */
const LOOKS = [
  { name: "light", globals: "theme:light;density:comfortable", size: { width: 1440, height: 640 } },
  { name: "dark", globals: "theme:dark;density:compact", size: { width: 390, height: 640 } },
];
const ROOT = path.resolve(import.meta.dirname, "../..");
const GALLERY = path.join(ROOT, "libs/gallery/dist");
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

let server: Server;
test.beforeAll(async () => {
  // Built of the same sources, it comes out of nx's cache.
  const nx = path.join(ROOT, "node_modules/nx/dist/bin/nx.js");
  const built = spawnSync(process.execPath, [nx, "run", "@tessera/gallery:gallery"], { cwd: ROOT, encoding: "utf8" });
  expect(built.status, built.stdout + built.stderr).toBe(0);
  server = createServer((request, response) => {
    const file = path.join(GALLERY, path.normalize(new URL(request.url ?? "/", "http://gallery").pathname));
    if (!existsSync(file)) return response.writeHead(404).end();
    const type = TYPES[path.extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type }).end(readFileSync(file));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
});
test.afterAll(() => new Promise((closed) => server.close(closed)));

interface Story {
  id: string;
  type: string;
  tags: string[];
}

/** What Storybook's page sends itself its events by. */
interface Channel {
  once(event: string, listener: () => void): void;
  emit(event: string, of: { storyId: string; viewMode: "story" }): void;
}

/** How the drawing of a story ends; the page shows which. */
const ENDS = ["storyRendered", "storyErrored", "storyMissing", "storyThrewException"];

/** Puts a story in the place of the one before, as the gallery's own list does: only what it adds is loaded. */
const draw = (page: Page, id: string) =>
  page.evaluate(
    ({ storyId, ends }) =>
      new Promise<void>((done) => {
        localStorage.clear();
        const { __STORYBOOK_ADDONS_CHANNEL__: channel } = globalThis as unknown as Record<string, Channel>;
        for (const event of ends) channel!.once(event, () => done());
        channel!.emit("setCurrentStory", { storyId, viewMode: "story" });
      }),
    { storyId: id, ends: ENDS },
  );

/** Milliseconds in which nothing may change: React keeps what stood in for a part that came for 300. */
const QUIET = 350;

/** Waits until the page has all that it asked for, and nothing changes any more. */
async function settled(page: Page, asked: ReadonlySet<Request>): Promise<void> {
  do
    await page.evaluate(
      (quiet) =>
        new Promise<void>((done) => {
          const end = () => {
            observer.disconnect();
            done();
          };
          let timer = setTimeout(end, quiet);
          const observer = new MutationObserver(() => {
            clearTimeout(timer);
            timer = setTimeout(end, quiet);
          });
          observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        }),
      QUIET,
    );
  while (asked.size);
}

for (const { name, globals, size } of LOOKS)
  test(`stories look as they were reviewed: ${globals}, ${size.width} px`, async ({ browser }) => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const index = JSON.parse(readFileSync(path.join(GALLERY, "index.json"), "utf8")) as {
      entries: Record<string, Story>;
    };
    const stories = Object.values(index.entries);
    expect(stories.length).toBeGreaterThan(0);
    const context = await browser.newContext({ viewport: size });
    const page = await heldPage(context);
    const asked = new Set<Request>();
    page.on("request", (request) => asked.add(request));
    for (const event of ["requestfinished", "requestfailed"] as const)
      page.on(event as "requestfinished", (request) => asked.delete(request));
    await page.goto(`${origin}/iframe.html?viewMode=story&id=${stories[0]!.id}&globals=${globals}`);
    await expect(page.locator("#storybook-root > *").first()).toBeVisible();
    const barriers: string[] = [];
    for (const { id, tags } of stories)
      await test.step(id, async () => {
        if (id !== stories[0]!.id) await draw(page, id);
        // Code blocks, editors and charts are loaded once a story is drawn.
        await settled(page, asked);
        await expect(page.locator("body"), "is drawn").toHaveClass(/sb-show-main/);
        await expect(page.locator("#storybook-root > *").first()).toBeVisible();
        await fontCame(page);
        if (tags.includes("picture"))
          await expect.soft(page).toHaveScreenshot(["gallery", `${id}-${name}.png`], {
            fullPage: true,
            // Few pixels, of which each must differ much: edges of glyphs differ a little between builds of Chromium.
            threshold: 0.4,
            maxDiffPixelRatio: 0.001,
          });
        await expect.soft(page.getByText("No answer was given"), "answers what its page asks").toHaveCount(0);
        await expectAccessible(page, id).catch(({ message }: Error) => barriers.push(message));
      });
    expect(barriers).toEqual([]);
    await context.close();
  });
