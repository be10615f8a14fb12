import { spawn } from "node:child_process";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { enter } from "./person.ts";
import { Product } from "./product.ts";

test.use({ serviceWorkers: "allow" });

const ROOT = path.resolve(import.meta.dirname, "../..");
/** A source of the settings, of which one word is changed and put back. */
const SOURCE = path.join(ROOT, "remotes/settings/src/about/about-section.tsx");
const [BEFORE, AFTER] = ['title="This page"', 'title="This very page"'];
/** Time in which both apps are built from their sources on a busy machine, ms. */
const BUILD_LIMIT = 90_000;

/** Puts the file in place whole: one that is read half written is another change, and reloads the page. */
function replaceSource(text: string): void {
  writeFileSync(`${SOURCE}~`, text);
  renameSync(`${SOURCE}~`, SOURCE);
}

/** `npm run dev -- settings`. @returns the link it prints, and its end */
async function develop(product: Product): Promise<{ link: string; end: () => Promise<void> }> {
  const child = spawn(
    path.join(ROOT, "node_modules/.bin/node"),
    [path.join(ROOT, "services/releases/bin/dev.ts"), "settings", "--to", product.url],
    {
      cwd: ROOT,
      env: { ...process.env, NODE_OPTIONS: "", DATA_DIR: product.dataDir },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const link = await new Promise<string>((found, failed) => {
    const timer = setTimeout(() => failed(new Error(`No link was printed:\n${output}`)), BUILD_LIMIT);
    const onOutput = (chunk: Buffer) => {
      output += chunk;
      const printed = /http\S+\/builds\/override\?\S+/.exec(output)?.[0];
      if (!printed) return;
      clearTimeout(timer);
      found(printed);
    };
    child.stdout.on("data", onOutput);
    child.stderr.on("data", onOutput);
    void ended.then(() => failed(new Error(`It ended without a link:\n${output}`)));
  });
  return {
    link,
    end: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

test("a developer's change of a source is seen in the running product, without a reload, by the developer alone", async ({
  browser,
}) => {
  const product = await Product.start();
  const source = readFileSync(SOURCE, "utf8");
  expect(source).toContain(BEFORE);
  let end = async () => {};
  try {
    const [developer, other] = await Promise.all(
      [1, 2].map(async () => {
        const page = await (await browser.newContext({ baseURL: product.url })).newPage();
        await enter(page.context(), product);
        return page;
      }),
    );
    if (!developer || !other) throw new Error("Two people take part");
    const { link, end: ended } = await develop(product);
    end = ended;
    await developer.goto(`${link}&to=/settings/about`);
    await expect(developer.getByRole("heading", { name: "This page" })).toBeVisible();
    await expect(developer.getByRole("region", { name: "Override" })).toContainText("Settings from http://localhost:");
    const loads: string[] = [];
    developer.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
    // What a person has opened stays as it is.
    await developer.keyboard.press("Control+k");
    await developer.getByRole("dialog").getByRole("combobox").fill("half a word");
    replaceSource(source.replace(BEFORE, AFTER));
    await expect(developer.getByText("This very page")).toBeAttached();
    expect(loads).toEqual([]);
    await expect(developer.getByRole("dialog").getByRole("combobox")).toHaveValue("half a word");
    await other.goto("/settings/about");
    await expect(other.getByRole("heading", { name: "This page" })).toBeVisible();
    await expect(other.getByRole("region", { name: "Override" })).toHaveCount(0);
    // Ended with its server, the link leaves nothing behind.
    await end();
    end = async () => {};
    await developer.goto("/settings/about");
    await expect(developer.getByRole("heading", { name: "This page" })).toBeVisible();
    await expect(developer.getByRole("region", { name: "Override" })).toHaveCount(0);
  } finally {
    replaceSource(source);
    await end();
    await product.stop();
  }
});
