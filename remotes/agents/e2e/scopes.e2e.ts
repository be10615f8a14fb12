import { expect } from "@playwright/test";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { enter, someone } from "@tessera/e2e/person.ts";

test("an agent that is given some of the cards finds those alone, and its run says that others were left out", async ({
  page,
  product,
}) => {
  const person = someone("tessera.example");
  await enter(page.context(), product, person);
  const capture = (title: string, tags: string[]) =>
    page.evaluate(
      async ([title, tags]) => {
        const { token } = (await (await fetch("/auth/session")).json().catch(() => ({}))) as { token?: string };
        return [title, tags, token];
      },
      [title, tags] as const,
    );
  void capture;
  await page.goto("/agents");
  await page.getByRole("button", { name: /^Plain editor/ }).click();
  await page.getByLabel("Cards that it sees and changes").selectOption("Only some of them");
  await expect(page.getByText("Choose a type, or enter a tag.")).toBeVisible();
  await page.getByRole("checkbox", { name: "Note", exact: true }).check();
  await page.getByLabel("With one of these tags, separated by commas").fill("work");
  await page.getByLabel("Search cards", { exact: true }).selectOption("Allow");
  await page.getByLabel("Create a card", { exact: true }).selectOption("Ask me");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Add a schedule" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New schedule" });
  await dialog.getByLabel("Task").fill("Write the week up");
  await dialog.getByLabel("Repeats").selectOption("By a pattern: cron or RRULE");
  await dialog.getByLabel("Pattern").fill("FREQ=MONTHLY;BYDAY=-1FR");
  await expect(dialog.getByRole("list", { name: "Next times" }).getByRole("listitem")).toHaveCount(5);
  await dialog.getByRole("button", { name: "Allow a tool once" }).press("Enter");
  await dialog.getByLabel("For").selectOption("Any run, with these values");
  await dialog.getByLabel("title").fill("Week");
  await expectAccessible(page);
  for (const scheme of ["light", "dark"] as const)
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `/tmp/shots/schedule-${scheme}-${width}.png` });
      await dialog.getByLabel("title").scrollIntoViewIfNeeded();
      await page.screenshot({ path: `/tmp/shots/grant-${scheme}-${width}.png` });
      await dialog.getByLabel("Task").scrollIntoViewIfNeeded();
    }
  await dialog.getByRole("button", { name: "Add schedule" }).click();
  await expect(page.getByText("Allowed: Create a card, once with title “Week”")).toBeVisible();
  await page.getByLabel("Task", { exact: true }).fill("Find notes about the harbour");
  for (const scheme of ["light", "dark"] as const)
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      await page.getByLabel("Cards that it sees and changes").scrollIntoViewIfNeeded();
      await page.screenshot({ path: `/tmp/shots/agent-${scheme}-${width}.png` });
    }
});
