import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { enter } from "./person.ts";
import { Product } from "./product.ts";
import { Team } from "./releases.ts";

test.use({ serviceWorkers: "allow" });

/**
 * The first account of an installation is its administrator: what it sees and does on the releases page while a team
 * releases.
 */
let product: Product;
let team: Team;
let page: Page;

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  // What apps weigh is measured as an installation has them.
  product = await Product.start({ RELEASES_BROTLI_QUALITY: "11" });
  team = new Team(product, "items");
  page = await (await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } })).newPage();
  await enter(page.context(), product, "ines@halvorsen.example");
});
test.afterAll(() => product.stop());

const step = (percent: number) => ({ percent, holdSeconds: 3600, gate: { minLoads: 30 } });
const items = () => page.getByRole("row", { name: /^Items/ });
const act = async (name: string) => {
  await page.getByRole("button", { name: "More for Items" }).click();
  await page.getByRole("menuitem", { name }).click();
};

test("a rollout is shown while it runs, paused, and promoted to everybody", async () => {
  await page.goto("/settings/profile");
  await page.getByRole("link", { name: "Releases" }).click();
  await expect(items()).toContainText("No candidate");
  await team.publish("2.0.0", [step(10), step(100)]);
  // Without a reload: the page is live.
  await expect(items().getByText("2.0.0")).toBeVisible();
  await expect(items().getByRole("img", { name: "Step 1 of 2: 10% of 10, 100%" })).toBeVisible();
  await expect(items().getByText("Next step in 60 min")).toBeVisible();
  await page.getByRole("button", { name: "Pause Items" }).click();
  await expect(items().getByText("Paused")).toBeVisible();
  expect((await team.rollout("status")).answer).toMatchObject({ state: "paused" });
  await page.keyboard.press("t");
  await expect(
    page.getByRole("region", { name: "Figures of Items" }).getByRole("row", { name: /^2\.0\.0, candidate/ }),
  ).toBeVisible();
  await page.keyboard.press("t");
  await expectAccessible(page);
  await act("Promote to everybody…");
  await page.getByRole("dialog").getByLabel("Reason").fill("the team asked for it");
  await page.getByRole("dialog").getByRole("button", { name: "Promote to everybody" }).click();
  await expect(items()).toContainText("No candidate");
  await expect(items().getByText("2.0.0")).toBeVisible();
  await expect(page.getByRole("region", { name: "What happened" })).toContainText(
    "promoted to everybody by you: the team asked for it",
  );
});

test("a candidate is aborted, a release rolled back and a group pinned", async () => {
  await team.publish("3.0.0", [step(50), step(100)]);
  await expect(items().getByText("3.0.0")).toBeVisible();
  await act("Abort rollout…");
  await page.getByRole("dialog").getByRole("button", { name: "Abort rollout" }).click();
  await expect(items()).toContainText("No candidate");
  expect((await team.rollout("status")).answer).toMatchObject({ state: "aborted" });
  await act("Roll back…");
  await page.getByRole("dialog").getByRole("button", { name: "Roll back to 1.0.0" }).click();
  await expect(items().getByText("1.0.0")).toBeVisible();
  await page.getByRole("button", { name: "Pin a person" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Who").fill("@halvorsen.example");
  await dialog.getByLabel("Part").selectOption({ label: "Items" });
  await dialog.getByLabel("Release").selectOption({ index: 0 });
  await dialog.getByRole("button", { name: "Pin" }).click();
  await expect(page.getByRole("region", { name: "Pinned people" })).toContainText("Everybody @halvorsen.example");
  await page.reload();
  expect(await page.evaluate(() => document.querySelector("#composition")?.textContent)).toContain('"3.0.0"');
  await expect(items()).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("Inspect this page");
  await page.keyboard.press("Enter");
  const inspector = page.getByRole("complementary", { name: "Page inspector" });
  await expect(inspector.getByRole("listitem").filter({ hasText: "items 3.0.0-" })).toContainText(
    "Pinned to you by an administrator.",
  );
  await expect(inspector.getByRole("listitem").filter({ hasText: "releases 1.0.0-" })).toContainText(
    "Draws one place of the page.",
  );
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(inspector).toHaveCount(0);
});

test("nobody else is shown the page", async ({ browser }) => {
  const other = await browser.newPage({ baseURL: product.url });
  await enter(other.context(), product);
  await other.goto("/settings/releases");
  await expect(other.getByRole("alert")).toContainText("Only administrators may see and change releases.");
  await expect(other.getByRole("link", { name: "Releases" })).toHaveCount(0);
  await other.close();
});

test("the shell and the largest remote may be released again: they are within what an app may weigh", async () => {
  for (const app of ["shell", "items"]) {
    const { document } = await new Team(product, app).publish("9.0.0", null);
    expect(document.app).toBe(app);
  }
});
