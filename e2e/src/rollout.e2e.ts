import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import type { AppStatus } from "@tessera/contracts-releases/releases.ts";
import type { Composition } from "@tessera/federation/composition.ts";
import { crowd, type Visitor } from "./crowd.ts";
import { enter } from "./person.ts";
import { Product } from "./product.ts";
import { Team } from "./releases.ts";

test.use({ serviceWorkers: "allow" });

/** Two people work while the items' team releases. */
let product: Product;
let team: Team;
let contexts: BrowserContext[];
let people: [Page, Page];
/** More people, without browsers: two alone are not evidence enough to withdraw a release. */
let others: Visitor[];

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "example.com", BUILD_POLL_SECONDS: "5" });
  team = new Team(product, "items");
  contexts = [await browser.newContext(), await browser.newContext()];
  const pages: Page[] = [];
  // One after the other: the first account of an installation is its administrator.
  for (const context of contexts) {
    const page = await context.newPage();
    await enter(page.context(), product);
    pages.push(page);
  }
  people = pages as [Page, Page];
  await Promise.all(people.map(open));
  others = await crowd(product, 22);
});
test.afterAll(async () => {
  for (const context of contexts) await context.close();
  await product.stop();
});

const step = (percent: number) => ({ percent, holdSeconds: 3600, gate: { minLoads: 5 } });

/** What the page was given: release ids are in it, whatever ran in the end. */
const compositionOf = async (page: Page) =>
  JSON.parse((await page.locator("#composition").textContent()) ?? "") as Composition;
const versionOf = async (page: Page) =>
  (await compositionOf(page)).remotes.find(({ name }) => name === "items")!.release.version;

async function open(page: Page): Promise<string> {
  await page.goto(`${product.url}/items/inbox`);
  await expect(page.getByRole("button", { name: "Capture", exact: true }).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: /inbox/i }).first()).toBeVisible();
  return versionOf(page);
}

/**
 * Starts a rollout again until the first person has it and the second has not, and so many others on each side: each
 * draws its cohorts.
 */
async function startForTheFirst(release: string, percent: number, side = 0): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    await team.start(release, [step(percent), step(100)]);
    const [first, second] = await Promise.all(people.map((page) => versionSeenBy(page)));
    if (first === release && second !== release) {
      const versions = side ? await Promise.all(others.map((person) => person.open("/items/inbox"))) : [];
      const inside = versions.filter((version) => version === release).length;
      if (Math.min(inside, versions.length - inside) >= side) return;
    }
    await team.rollout("abort", "--reason", "drawn again");
  }
  throw new Error("No rollout took the first person alone");
}
/** What the person would get with the next page, without loading it. */
const versionSeenBy = async (page: Page) => {
  const html = await (await page.request.get(`${product.url}/items/inbox`)).text();
  const composition = JSON.parse(/id="composition">(.*)<\/script>/.exec(html)![1]!) as Composition;
  return composition.remotes.find(({ name }) => name === "items")!.release.version;
};

let shell: string;

test("at 50 % one person has 2.0 and the other has not, and both stay so", async () => {
  expect(await Promise.all(people.map(open))).toEqual(["1.0.0", "1.0.0"]);
  shell = (await compositionOf(people[0])).shell.release.id;
  const { rollout } = await team.publish("2.0.0", [step(50), step(100)]);
  expect(rollout).toEqual(expect.any(String));
  await team.rollout("abort");
  await startForTheFirst("2.0.0", 50);
  for (let load = 0; load < 3; load += 1) expect(await Promise.all(people.map(open))).toEqual(["2.0.0", "1.0.0"]);
  expect(await team.rollout("status")).toMatchObject({ code: 0, answer: { state: "running", percent: 50 } });
  expect((await team.rollout("promote")).answer).toMatchObject({ state: "promoted" });
  expect(await Promise.all(people.map(open))).toEqual(["2.0.0", "2.0.0"]);
});

test("a 3.0 that fails at 50 % shows 2.0 in its place and is aborted automatically", async () => {
  await team.publish("3.0.0", [step(50), step(100)], (name, text) =>
    name.startsWith("__federation_expose_routes") ? `throw new Error("items 3.0 is broken");\n${text}` : text,
  );
  await team.rollout("abort");
  await startForTheFirst("3.0.0", 50, 8);
  // 2.0 is shown to both while they work on; nobody reloads for it.
  await Promise.all(people.map(open));
  for (const person of others) await person.report(person.version() === "3.0.0" ? "failure" : "drawn");
  await expect(async () => {
    expect((await team.rollout("status")).answer.state).toBe("aborted");
  }).toPass({ timeout: 150_000 });
  const { code, answer } = await team.rollout("status", "--check");
  expect(code).toBe(3);
  expect(answer.health.verdict).toBe("worse");
  expect(answer.health.candidate.failures).toBeGreaterThan(0);
  expect(await Promise.all(people.map(open))).toEqual(["2.0.0", "2.0.0"]);
  // The administrator sees it, in red, at the top of the releases page.
  const [administrator] = people;
  await administrator.goto(`${product.url}/settings/releases`);
  const notice = administrator.getByRole("alert").filter({ hasText: "Items 3.0.0 was withdrawn at 50%." });
  await expect(notice).toContainText("More people had broken pages");
  await expect(notice).toContainText("Everybody is back on 2.0.0");
  const shown = await notice.locator(":scope > *").evaluate((bar) => {
    const probe = document.body.appendChild(document.createElement("div"));
    probe.style.backgroundColor = getComputedStyle(bar).getPropertyValue("--bad-bg");
    const red = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return { red, own: getComputedStyle(bar).backgroundColor };
  });
  expect(shown.own).toBe(shown.red);
  await expect(administrator.getByRole("region", { name: "What happened" })).toContainText("by the health check");
});

test("rollback returns everyone to 1.0, and nobody loses what they were typing", async () => {
  const texts = ["The worktop is oak, not", "Ask Lena about the"];
  await Promise.all(
    people.map(async (page, index) => {
      await page.getByRole("button", { name: "Capture", exact: true }).first().click();
      await page.getByRole("dialog").getByLabel("What to capture").fill(texts[index]!);
    }),
  );
  const { code, answer } = await team.rollout<AppStatus>("rollback", "--to", "1.0.0");
  expect([code, answer.stable.version]).toEqual([0, "1.0.0"]);
  // The open pages learn of it, by the recall or by their poll, and leave what is typed alone.
  const news = /This version of Items was withdrawn\.|A new version of Items is ready\./;
  await Promise.all(people.map((page) => expect(page.getByText(news)).toBeVisible()));
  for (const [index, page] of people.entries()) {
    await expect(page.getByRole("dialog").getByLabel("What to capture")).toHaveValue(texts[index]!);
    expect(await open(page)).toBe("1.0.0");
    await page.getByRole("button", { name: "Capture", exact: true }).first().click();
    await expect(page.getByRole("dialog").getByLabel("What to capture")).toHaveValue(texts[index]!);
    expect((await compositionOf(page)).shell.release.id).toBe(shell);
  }
});
