import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@tessera/e2e/accessible.ts";
import { test } from "@tessera/e2e/journey.ts";
import { chooseDark, enter, someone } from "@tessera/e2e/person.ts";

const line = (page: Page) => page.getByLabel("Command", { exact: true });
const output = (page: Page) => page.locator(".xterm-rows");
/** Types a line and waits until its command has ended. */
async function run(page: Page, text: string): Promise<void> {
  await line(page).fill(text);
  await line(page).press("Enter");
  await expect(line(page)).toHaveValue("");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
}

test("[route.terminal-test] commands make, find and settle cards by the keyboard alone, within the page's policy", async ({
  page,
  product,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) refused.push(message.text());
  });
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/terminal-test");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Terminal", level: 1 })).toBeVisible();
  await expect(line(page)).toBeFocused();

  await page.keyboard.type("ite");
  await page.keyboard.press("Tab");
  await expect(line(page)).toHaveValue("items ");
  await page.keyboard.type('new "Buy milk" --type task --tag home');
  await page.keyboard.press("Enter");
  await expect(output(page)).toContainText("Made Buy milk");
  await run(page, 'items new "Buy bread" --type task');
  await run(page, "items ls task | grep milk | json");
  await expect(output(page)).toContainText('"title":"Buy milk"');
  await run(page, "search tag:home");
  await run(page, "items done 1");
  await expect(output(page)).toContainText("Done: ");
  await run(page, "itmes ls");
  await expect(output(page)).toContainText("Did you mean “items”?");
  await run(page, "cat /etc/passwd");
  await expect(output(page)).toContainText("There is no command “cat”.");
  await expectAccessible(page);

  await line(page).press("ArrowUp");
  await expect(line(page)).toHaveValue("cat /etc/passwd");
  await line(page).press("ArrowUp");
  await expect(line(page)).toHaveValue("itmes ls");
  await line(page).press("Control+c");
  await page.keyboard.type("tag");
  await line(page).press("Control+r");
  await expect(line(page)).toHaveValue("search tag:home");
  // Tab completes here; Escape and then Tab leaves.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(line(page)).not.toBeFocused();

  await page.reload();
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await line(page).press("ArrowUp");
  await expect(line(page)).toHaveValue("cat /etc/passwd");
  await page.getByText("Screen-reader mode", { exact: true }).click();
  await run(page, "items ls all");
  await expect(page.locator(".xterm-accessibility-tree")).toContainText("Buy bread");
  await expectAccessible(page);

  await page.context().setOffline(true);
  await expect(page.getByText("You are offline. It connects when the network is back.")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/terminal-test");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await run(page, "whoami");
  await expect(output(page)).toContainText("@tessera.example");
  await expectAccessible(page);
  expect(refused).toEqual([]);
});

test("code that commands print has the colours of code, within the page's policy, and its text does nothing", async ({
  page,
  product,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) refused.push(message.text());
  });
  await enter(page.context(), product, someone("tessera.example"));
  await page.goto("/terminal-test");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  const piece = (text: RegExp) => output(page).locator("span").filter({ hasText: text }).last();
  /** Output waits a moment for its first grammar, and no longer: then what comes next has it. */
  const printed = (command: string, text: RegExp, colour: string) =>
    expect(async () => {
      await run(page, command);
      await expect(piece(text)).toHaveCSS("color", colour, { timeout: 5_000 });
    }).toPass();
  await run(page, "items new Greeting --type snippet --text 'const greeting = \"\u001b]0;x\";'");
  await run(page, "items ls snippet");
  await printed("items show 1", /^const$/, "rgb(160, 17, 31)");
  await expect(output(page)).toContainText("␛]0;x");
  await printed("items ls snippet --json", /^title$|"title"/, "rgb(2, 76, 26)");
  await expectAccessible(page);

  await chooseDark(page);
  await page.goto("/terminal-test");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await run(page, "items ls snippet");
  await printed("items show 1", /^const$/, "rgb(198, 160, 246)");
  await printed("items ls snippet --json", /^title$|"title"/, "rgb(138, 173, 244)");
  await expectAccessible(page);
  expect(refused).toEqual([]);
});
