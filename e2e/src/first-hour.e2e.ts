import { type CDPSession, devices, expect, type Locator, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { PASSWORD, someone } from "./person.ts";

test.use({ serviceWorkers: "allow" });

/** A newcomer's first hour, from the front page to an emptied inbox: by keyboard alone, and by thumb alone. */
const EMPTY = "Your inbox is empty";
const CARDS = ["Oak fronts suit the kitchen", "Plan the trip to Aarhus", "[] Call the dentist", "Read me first"];
const [OAK, TRIP, DENTIST, READ] = ["Oak fronts", "Plan the trip", "Call the dentist", "Read me first"] as const;

const row = (page: Page, title: string) => page.locator("[data-row]").filter({ hasText: title });
const snoozeTimes = (page: Page) => page.getByRole("dialog").getByRole("button");
const capturing = (page: Page) => page.getByLabel("What to capture");

test("by keyboard alone", async ({ page }) => {
  const { keyboard } = page;
  /** Continues with Tab until this has the keyboard. */
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible();
    for (let pressed = 0; pressed < 30; pressed++) {
      await keyboard.press("Tab");
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    await expect(target).toBeFocused();
  };
  await page.goto("/");
  await tabTo(page.getByRole("button", { name: "Create an account" }));
  await keyboard.press("Enter");
  await expect(page.getByLabel("Email")).toBeFocused();
  await keyboard.type(someone("tessera.example"));
  await tabTo(page.getByRole("textbox", { name: "Password" }));
  await keyboard.type(PASSWORD);
  await keyboard.press("Enter");
  await page.waitForURL(/\/queue/);
  await expect(page.getByRole("heading", { name: "Queue" }).first()).toBeVisible();

  await keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await keyboard.type("inbox");
  await expect(page.getByRole("dialog").getByRole("option", { selected: true })).toContainText("Items");
  await keyboard.press("Enter");
  await page.waitForURL(/\/items\/inbox/);
  await expect(page.getByText(EMPTY)).toBeVisible();
  for (const text of CARDS) {
    await keyboard.press("c");
    await expect(capturing(page)).toBeFocused();
    await keyboard.type(text);
    await keyboard.press("Control+Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(row(page, text.replace("[] ", ""))).toBeVisible();
  }

  await keyboard.press("j");
  await expect(row(page, READ)).toBeFocused();
  await keyboard.press("e");
  await expect(row(page, DENTIST)).toBeFocused();
  await expect(row(page, READ)).toHaveCount(0);
  await keyboard.press("z");
  await expect(row(page, READ)).toBeFocused();
  await keyboard.press("e");
  await expect(row(page, READ)).toHaveCount(0);
  await expect(row(page, DENTIST)).toBeFocused();
  await keyboard.press("d");
  await expect(row(page, TRIP)).toBeFocused();
  await expect(row(page, DENTIST)).toHaveCount(0);
  await keyboard.press("s");
  await expect(snoozeTimes(page).first()).toBeFocused();
  await keyboard.press("1");
  await expect(row(page, OAK)).toBeFocused();
  await expect(row(page, TRIP)).toHaveCount(0);
  await keyboard.press("Control+k");
  await keyboard.type("tag home");
  await expect(page.getByRole("dialog").getByRole("option", { selected: true })).toContainText("Tag “home”");
  await keyboard.press("Enter");
  await expect(row(page, OAK)).toContainText("home");
  await keyboard.press("Enter");
  await expect(page.getByRole("article", { name: OAK })).toBeVisible();
  await keyboard.press("l");
  await expect(page.getByText(EMPTY)).toBeVisible();
  await expect(page).toHaveURL(/\/items\/inbox$/);
});

/** A tap that is faster than a person's reaction means the row that was there before. */
const untilRowsRest = (page: Page) => expect(page.getByRole("grid")).not.toHaveAttribute("data-moved");

/** Swipes a row by its whole way, as a thumb does: it lets go while it moves, or rests before. */
async function swipe(cdp: CDPSession, target: Locator, to: "left" | "right", end: "moving" | "resting") {
  const { x, y, width, height } = (await target.boundingBox())!;
  const way = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, ...(end === "resting" ? [0.8, 0.8, 0.8] : [])];
  const began = Date.now() / 1000 - 1;
  for (const [step, share] of way.entries())
    await cdp.send("Input.dispatchTouchEvent", {
      type: step === 0 ? "touchStart" : "touchMove",
      touchPoints: [{ x: x + width * (to === "right" ? share : 1 - share), y: y + height / 2 }],
      timestamp: began + step * 0.05,
    });
  await cdp.send("Input.dispatchTouchEvent", {
    type: "touchEnd",
    touchPoints: [],
    timestamp: began + way.length * 0.05,
  });
}

test("by thumb alone", async ({ browser, product }) => {
  const { defaultBrowserType: _, ...phone } = devices["Pixel 7"];
  const context = await browser.newContext({ ...phone, viewport: { width: 390, height: 844 }, baseURL: product.url });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.goto("/");
  await page.getByRole("button", { name: "Create an account" }).tap();
  await page.getByLabel("Email").fill(someone("tessera.example"));
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).tap();
  await page.waitForURL(/\/queue/);
  await page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: "Items" }).tap();
  await expect(page.getByText(EMPTY)).toBeVisible();
  for (const text of CARDS) {
    await page.getByRole("navigation", { name: "Areas" }).getByRole("button", { name: "Capture", exact: true }).tap();
    await capturing(page).fill(text);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Capture/ })
      .tap();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(row(page, text.replace("[] ", ""))).toBeVisible();
  }

  await swipe(cdp, row(page, READ), "right", "moving");
  await expect(row(page, READ)).toHaveCount(0);
  // The browser takes this tap for one that stops the gliding, and sends no click.
  await page.getByRole("button", { name: "Undo", exact: true }).tap();
  await expect(row(page, READ)).toBeVisible();
  await swipe(cdp, row(page, READ), "right", "moving");
  await expect(row(page, READ)).toHaveCount(0);
  await untilRowsRest(page);
  await page.getByRole("button", { name: "Mark done: Call the dentist" }).tap();
  await expect(row(page, DENTIST)).toHaveCount(0);
  await swipe(cdp, row(page, TRIP), "left", "resting");
  await snoozeTimes(page).first().tap();
  await expect(row(page, TRIP)).toHaveCount(0);
  await untilRowsRest(page);
  await row(page, OAK).getByRole("link").tap();
  await expect(page.getByRole("article", { name: OAK })).toBeVisible();
  await page.getByRole("toolbar", { name: "This card" }).getByRole("button", { name: "Archive" }).tap();
  await expect(page.getByText(EMPTY)).toBeVisible();
  await context.close();
});
