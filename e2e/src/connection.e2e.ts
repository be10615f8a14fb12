import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { enter } from "./person.ts";
import { Product } from "./product.ts";

test.use({ serviceWorkers: "allow" });

/** The page's one connection to realtime against the running service, with the page's clock in the test's hand. */
let product: Product;
test.beforeEach(async () => {
  product = await Product.start();
});
test.afterEach(() => product?.stop());

const check = (page: Page, title: string) =>
  page
    .getByRole("region", { name: "Connection", exact: true })
    .getByRole("listitem")
    .filter({ has: page.getByText(title, { exact: true }) });

/** Opens /supabase with a clock that stands still once the channels are joined. */
async function open(page: Page) {
  await page.clock.install();
  await enter(page.context(), product);
  const [sent, received]: [string[], string[]] = [[], []];
  let sockets = 0;
  page.on("websocket", (socket) => {
    sockets += 1;
    socket.on("framesent", ({ payload }) => void sent.push(String(payload)));
    socket.on("framereceived", ({ payload }) => void received.push(String(payload)));
  });
  await page.goto("/supabase");
  for (const title of ["Open channel", "Private channel", "Changes of cards"])
    await expect(check(page, title)).toContainText("Joined");
  await page.clock.pauseAt(Date.now() + 2_000);
  return {
    sockets: () => sockets,
    heartbeats: () => sent.filter((text) => text.includes('"heartbeat"')).length,
    answers: () => received.filter((text) => text.includes('"phoenix"')).length,
  };
}

test("says what works, and what to do where something does not [route.supabase]", async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: product.url,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  const email = await enter(page.context(), product);
  await page.goto("/settings/profile");
  await page.getByRole("link", { name: "Connection" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Everything works" })).toBeVisible();
  await expect(check(page, "Your token")).toContainText("min left");
  await expect(check(page, "Signing keys")).toContainText("ES256");
  await expect(check(page, "storage/v1")).toContainText("no such service");
  await expect(check(page, "Files")).toContainText("a folder of the server");
  await expect(check(page, "Open channel")).toContainText("median round trip of 5");
  await page.getByRole("button", { name: "Leave channels" }).click();
  await expect(check(page, "Private channel")).toContainText("Closed");
  await page.getByRole("button", { name: "Run again" }).click();
  await expect(check(page, "Private channel")).toContainText("Joined");
  await page.getByRole("button", { name: "Copy report" }).click();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  expect(report).toContain("- Private channel: Joined");
  expect(report).not.toContain(email);
  expect(report).not.toContain("eyJ");
  await expectAccessible(page);
  await context.close();
});

test("connects again after 1, 2, 5 and then 10 seconds, and joins its channels again [realtime.reconnect] [realtime.states]", async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: product.url });
  const { sockets } = await open(page);
  const before = sockets();
  await product.kill();
  await expect(check(page, "Open channel")).toContainText("Errored");
  /** The wait for the next attempt has begun; the page may count from its last full second. */
  const waits = (seconds: number) =>
    expect(check(page, "Connection")).toContainText(new RegExp(`Next attempt in (${seconds}|${seconds + 1}) s`));
  await waits(1);
  const delays = [1, 2, 5, 10, 10];
  for (const [attempt, seconds] of delays.entries()) {
    await page.clock.runFor(seconds * 1_000 - 50);
    expect(sockets() - before, `before ${seconds} s of attempt ${attempt + 1}`).toBe(attempt);
    await page.clock.runFor(100);
    await expect.poll(() => sockets() - before).toBe(attempt + 1);
    // The next wait begins when this attempt has failed.
    await waits(delays[attempt + 1] ?? 10);
  }
  await page.clock.runFor(1_000);
  await expect(check(page, "Connection")).toContainText("after waits of 1 s, 2 s, 5 s, 10 s, 10 s");
  await product.run();
  await page.clock.resume();
  for (const title of ["Open channel", "Private channel", "Changes of cards"])
    await expect(check(page, title)).toContainText("Joined");
  await page.close();
});

test("sends a heartbeat every 25 seconds, and gives the connection up when none answers for 10 [realtime.heartbeat]", async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: product.url });
  const { sockets, heartbeats, answers } = await open(page);
  /** Lets the clock run, second by second, until the next heartbeat has been sent. */
  const untilHeartbeat = async () => {
    const before = heartbeats();
    for (let seconds = 0; seconds < 30 && heartbeats() === before; seconds++) await page.clock.runFor(1_000);
    expect(heartbeats()).toBe(before + 1);
  };
  await untilHeartbeat();
  await expect.poll(() => answers() - heartbeats()).toBe(0);
  await expect(check(page, "Connection")).toContainText("The figure is the round trip of a heartbeat");
  const sent = heartbeats();
  await page.clock.runFor(22_000);
  expect(heartbeats()).toBe(sent);
  process.kill(product.pid, "SIGSTOP"); // alive, and silent
  try {
    await untilHeartbeat();
    await page.clock.runFor(7_000);
    await expect(check(page, "Open channel")).toContainText("Joined");
    const before = sockets();
    await page.clock.runFor(3_500);
    await expect(check(page, "Open channel")).toContainText("Errored");
    await page.clock.runFor(5_000);
    await expect.poll(sockets).toBeGreaterThan(before);
  } finally {
    process.kill(product.pid, "SIGCONT");
  }
  await page.clock.resume();
  await expect(check(page, "Open channel")).toContainText("Joined");
  await page.close();
});
