import { chromium } from "@playwright/test";
import { writeFileSync, existsSync, readFileSync } from "node:fs";
import { accessToken } from "./src/access-token.ts";
import { enter, someone } from "./src/person.ts";
import { Product } from "./src/product.ts";
const t0 = Date.now();
const product = await Product.start({ INTERNAL_EMAIL_DOMAIN: "tessera.example" });
console.log("started", Date.now() - t0);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
  await enter(context, product, someone("tessera.example"));
  const page = await context.newPage();
  await page.goto("/items/inbox");
  const authorization = `Bearer ${await accessToken(page)}`;
  const part = "## A heading\n\nWhat a **note** says, with [a link](https://example.com) and `code`.\n\n- [ ] a task\n\n";
  const { id } = await page.request.post("/api/items", {
      headers: { authorization, "idempotency-key": crypto.randomUUID() },
      data: { type: "note", title: "Long", body: part.repeat(500_000 / part.length - 1) },
    }).then((a) => a.json() as Promise<{ id: string }>);
  const cdp = await context.newCDPSession(page);
  for (const round of [1, 2]) {
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page.goto(`/items/inbox/${id}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.locator(".cm-content:focus").waitFor();
  await page.keyboard.press("Control+Home");
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.evaluate(() => {
    const w = window as any; w.times = [];
    addEventListener("keydown", (event) => {
      const at = event.timeStamp;
      requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => w.times.push(performance.now() - at); port2.postMessage(null); });
    }, true);
  });
  if (round === 2) { await cdp.send("Profiler.enable"); await cdp.send("Profiler.setSamplingInterval", { interval: 200 }); await cdp.send("Profiler.start"); }
  for (const key of "the quick brown fox jumps over") {
    const n = await page.evaluate(() => (window as any).times.length);
    await page.keyboard.press(key === " " ? "Space" : key);
    await page.waitForFunction((n) => (window as any).times.length > n, n);
  }
  if (round === 2) { const { profile } = await cdp.send("Profiler.stop"); writeFileSync("/tmp/typing.cpuprofile", JSON.stringify(profile)); }
  const times = (await page.evaluate(() => (window as any).times)) as number[];
  console.log(times.map((t) => t.toFixed(0)).join(" "), "median", times.sort((a, b) => a - b)[times.length >> 1]!.toFixed(1));
  }
} finally { await browser.close(); await product.stop(); }
