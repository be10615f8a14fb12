import { expect } from "@playwright/test";
import { test } from "./journey.ts";
import { enter, someone } from "./person.ts";

test.use({ serviceWorkers: "allow" });

test("a file that the system opens with the installed app becomes a card, and the icon says what waits", async ({
  page,
  product,
}) => {
  await enter(page.context(), product, someone("tessera.example"));
  // What Chromium gives an installed app: a browser under test cannot install one.
  await page.addInitScript(() => {
    const file = new File(["# Shopping\n\nFlour and yeast"], "shopping.md", { type: "text/markdown" });
    const files = location.pathname === "/share" && location.search === "" ? [{ getFile: async () => file }] : [];
    const launchQueue = { setConsumer: (consumer: (launched: object) => void) => consumer({ files }) };
    Object.defineProperty(window, "launchQueue", { value: launchQueue });
    Object.defineProperty(window, "badges", { value: [] as number[] });
    Object.defineProperty(navigator, "setAppBadge", {
      value: async (count: number) => void (window as unknown as { badges: number[] }).badges.push(count),
    });
  });
  await page.goto("/share");
  await expect(page).toHaveURL(/\/items\/inbox\/[0-9a-f-]{36}$/);
  await expect(page.getByText("Flour and yeast").last()).toBeVisible();
  const badge = () => page.evaluate(() => (window as unknown as { badges: number[] }).badges.at(-1));
  const shown = page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: /Queue/ });
  // The first card settles an entry meanwhile.
  const waiting = async () => Number(/\d+/.exec((await shown.textContent()) ?? "")?.[0] ?? 0);
  await expect
    .poll(async () => ({ icon: await badge(), same: (await badge()) === (await waiting()) }))
    .toEqual({
      icon: expect.any(Number),
      same: true,
    });
  const manifest = await (await page.request.get("/manifest.webmanifest")).json();
  expect(manifest.file_handlers[0].action).toBe("/share");
  expect(manifest.protocol_handlers).toEqual([{ protocol: "web+tessera", url: "/share?link=%s" }]);
  await page.goto(`/share?link=${encodeURIComponent("web+tessera:https://news.example/a")}`);
  await expect(page.getByText("https://news.example/a")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save to Tessera" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/items\/bookmark\/[0-9a-f-]{36}$|\/items\/inbox\/[0-9a-f-]{36}$/);
  // A link to a card leads there; nothing is saved.
  const card = page.url();
  await page.goto("/queue");
  await expect(page.getByRole("heading", { name: "Queue" }).first()).toBeVisible();
  await page.goto(`/share?link=${encodeURIComponent(`web+tessera:${card}`)}`);
  await expect(page).toHaveURL(card);

  // What its icon offers.
  for (const { name, url } of manifest.shortcuts as { name: string; url: string }[]) {
    await page.goto(url);
    if (name === "Capture") await expect(page.getByLabel("What to capture")).toBeFocused();
    else await expect(page.getByRole("heading", { name }).first()).toBeVisible();
  }
});
