import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { ADMIN, test } from "./journey.ts";
import { enter, enterOrReturn, someone } from "./person.ts";
import type { Product } from "./product.ts";
import { calls, murmur, say, scriptSpeech } from "./scripted-speech.ts";

/** Holds Space in a field, speaks, and lets go. */
async function dictate(page: Page, field: Locator, text: string) {
  await field.focus();
  await page.keyboard.down("Space");
  await expect(page.getByText("Dictation is on")).toBeAttached();
  await say(page, text);
  await page.keyboard.up("Space");
  await expect(page.getByText("Dictation is off")).toBeAttached();
}

/** As a new person, in the settings. */
async function switchOn(page: Page, product: Product) {
  await enter(page.context(), product, someone("tessera.example"));
  await openSettings(page);
}

async function openSettings(page: Page) {
  await scriptSpeech(page);
  await page.goto("/settings/dictation");
  await page.getByRole("switch", { name: "Dictate into text fields" }).click();
}

/** Holds Space in the field of the settings that is there to try dictation. */
async function holdInTrial(page: Page): Promise<Locator> {
  const trial = page.getByLabel("What you say appears here");
  await trial.focus();
  await page.keyboard.down("Space");
  await expect(page.getByText("Listening")).toBeVisible();
  return trial;
}

test("dictation is switched on once and works in the fields of every area", async ({ page, product }) => {
  await switchOn(page, product);
  // What is said stays on the device unless somebody chooses otherwise.
  await expect(page.getByText("What you say does not leave this device.")).toBeVisible();
  await page.getByLabel("Recognition").selectOption({ label: "the browser’s own" });
  await expect(page.getByText("Most browsers send what you say to their maker.")).toBeVisible();
  await expect(page.getByText("Saved")).toBeVisible();
  await expect(page.getByText("Dictation is off")).toBeAttached();

  const trial = await holdInTrial(page);
  await murmur(page, "the quick brown");
  await expect(page.getByText("the quick brown")).toBeVisible();
  await say(page, "The quick brown fox");
  await page.keyboard.up("Space");
  await expect(trial).toHaveValue("The quick brown fox");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(trial).toHaveValue("");

  await page.goto("/items/inbox");
  await expect(page.getByText("Dictation is off")).toBeAttached();
  await page.getByRole("button", { name: "Capture", exact: true }).click();
  const capture = page.getByRole("dialog", { name: "Capture" });
  await dictate(page, capture.getByLabel("What to capture"), "Call the dentist tomorrow");
  // What was said is treated as what was typed.
  await expect(capture.getByRole("listitem").filter({ hasText: "Tomorrow" })).toBeVisible();
  await capture.getByRole("button", { name: /^Capture/ }).click();
  await expect(page.getByRole("row").filter({ hasText: "Call the dentist" })).toBeVisible();

  await page.goto("/finance");
  await expect(page.getByText("Dictation is off")).toBeAttached();
  await page.getByRole("button", { name: "Add account" }).first().click();
  const account = page.getByRole("dialog").getByLabel("Name");
  await dictate(page, account, "Household");
  await expect(account).toHaveValue("Household");
});

/** One field of each remote: how its page leads there, and what is said into it. */
const FIELDS: Record<string, { path: string; field: (page: Page) => Promise<Locator> | Locator; said: string }> = {
  items: {
    path: "/search",
    field: (page) => page.getByRole("combobox", { name: "Search all cards" }),
    said: "Call the dentist",
  },
  finance: {
    path: "/finance",
    field: async (page) => {
      await page.getByRole("button", { name: "Add account" }).first().click();
      return page.getByRole("dialog").getByLabel("Name");
    },
    said: "Household",
  },
  settings: {
    path: "/settings/dictation",
    field: (page) => page.getByLabel("What you say appears here"),
    said: "The quick brown fox",
  },
  queue: { path: "/queue", field: (page) => page.getByLabel("Comment on your decision"), said: "Not before Friday" },
  agents: {
    path: "/models?view=prompt",
    field: (page) => page.getByLabel("Prompt", { exact: true }),
    said: "Say hello",
  },
  transcribe: {
    path: "/transcribe/vocabulary",
    field: async (page) => {
      await page.getByRole("button", { name: "Add a term" }).first().click();
      return page.getByRole("dialog").getByLabel("Name or word");
    },
    said: "Kowalski",
  },
  billing: {
    path: "/usage",
    field: async (page) => {
      await page.getByRole("button", { name: "Change limits" }).click();
      return page.getByRole("dialog").getByLabel("Tell me at").first();
    },
    said: "500",
  },
  identity: { path: "/settings/people", field: (page) => page.getByLabel("Find people"), said: "ines" },
  releases: {
    path: "/settings/release-apps",
    field: (page) => page.getByLabel("Who serves this path?"),
    said: "/items/inbox",
  },
};

test("a field of each remote is dictated into, with the scripted controller", async ({ page, product }) => {
  // People and releases are an administrator's.
  await enterOrReturn(page.context(), product, ADMIN);
  await openSettings(page);
  await page.getByLabel("Recognition").selectOption({ label: "the browser’s own" });
  await expect(page.getByText("Saved")).toBeVisible();
  for (const [area, { path, field, said }] of Object.entries(FIELDS))
    await test.step(area, async () => {
      await page.goto(path);
      await expect(page.getByText("Dictation is off")).toBeAttached();
      const place = await field(page);
      await dictate(page, place, said);
      await expect(place).toHaveValue(said);
      await expect.poll(() => calls(page)).toEqual(["start", "stop"]);
    });
  // Other journeys of this administrator type.
  await page.goto("/settings/dictation");
  const on = page.getByRole("switch", { name: "Dictate into text fields" });
  await expect(on).toBeChecked();
  await on.click();
  await expect(page.getByText("Saved")).toBeVisible();
  await expect(page.getByText("Dictation is off")).toHaveCount(0);
});

test("spoken commands write marks and lines in fields and in the editor, and are undone", async ({ page, product }) => {
  await switchOn(page, product);
  await page.getByLabel("Recognition").selectOption({ label: "the browser’s own" });
  await page.getByRole("switch", { name: "Spoken commands" }).click();
  await page.getByText("What you can say").click();
  await expect(page.getByText("exclamation mark")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText("Saved")).toBeVisible();
  await expect(page.getByText("Dictation is off")).toBeAttached();

  const trial = await holdInTrial(page);
  for (const piece of ["Buy milk", "New", "line", "eggs, full stop.", "And bread", "Scratch that."])
    await say(page, piece);
  await page.keyboard.up("Space");
  await expect(trial).toHaveValue("Buy milk\nEggs.");
  for (const earlier of ["Buy milk\nEggs. And bread", "Buy milk\nEggs.", "Buy milk\n", "Buy milk New", "Buy milk"]) {
    await page.keyboard.press("ControlOrMeta+z");
    await expect(trial).toHaveValue(earlier);
  }
  // The press of the trigger leaves a space in a text.
  await dictate(page, trial, "comma, and eggs");
  await expect(trial).toHaveValue("Buy milk, and eggs");

  await page.goto("/finance");
  await expect(page.getByText("Dictation is off")).toBeAttached();
  await page.getByRole("button", { name: "Add account" }).first().click();
  const account = page.getByRole("dialog").getByLabel("Name");
  await dictate(page, account, "Household new line savings");
  await expect(account).toHaveValue("Household Savings");
  await page.keyboard.press("Escape");

  await page.goto("/items/inbox");
  await expect(page.getByText("Dictation is off")).toBeAttached();
  await page.getByRole("button", { name: "Capture", exact: true }).click();
  await page.getByLabel("What to capture").fill("Kitchen\nThe plan");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("row").filter({ hasText: "Kitchen" }).first().click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.locator(".cm-content");
  await expect(editor).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.down("Space");
  await expect(page.getByText("Dictation is on")).toBeAttached();
  for (const piece of ["colon", "oak", "new paragraph", "and pine", "scratch that"]) await say(page, piece);
  await page.keyboard.up("Space");
  await page.getByRole("button", { name: "Source", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("The plan: oak\n\n");
});

test("in a list, commands are spoken while Space is held, and each can be taken back", async ({ page, product }) => {
  await switchOn(page, product);
  await page.getByLabel("Recognition").selectOption({ label: "the browser’s own" });
  await expect(page.getByText("Saved")).toBeVisible();
  await page.goto("/items/inbox");
  await expect(page.getByText("Dictation is off")).toBeAttached();
  for (const title of ["Pay the tax", "Read the contract"]) {
    await page.getByRole("button", { name: "Capture", exact: true }).click();
    await page.getByLabel("What to capture").fill(title);
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("row").filter({ hasText: title })).toBeVisible();
  }
  const tax = page.getByRole("row").filter({ hasText: "Pay the tax" });
  await tax.focus();
  await page.keyboard.down("Space");
  await expect(page.getByText("Say “archive”")).toBeVisible();
  await murmur(page, "Snooze to Monday,");
  await expect(page.getByText("Snooze to Monday,")).toBeVisible();
  await say(page, "Snooze to Monday, tag tax.");
  await page.keyboard.up("Space");
  await expect(tax).toHaveCount(0);
  const said = page.getByRole("region", { name: "What you said" });
  await expect(said).toContainText("“Pay the tax”");
  await expectAccessible(page);
  await said.getByRole("button", { name: /^Undo: Snoozed until / }).click();
  await expect(tax).toContainText("tax");
  await page.reload();
  await expect(tax.getByText("tax", { exact: true })).toBeVisible();
});
