import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "@jest/globals";
import type { Plan } from "@tessera/contracts-billing/billing.ts";
import { frontPicture } from "@tessera/federation/front-words.ts";
import { frontHtml } from "./front.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const plan: Plan = {
  ...{ id: "desk", name: "Desk & chair", price: { amount: 800, currency: "EUR" }, interval: "month" },
  ...{ yearlyPrice: { amount: 8000, currency: "EUR" }, cardLimit: 10_000, trialDays: 14 },
  features: [
    { name: "Cards", value: "10,000" },
    { name: "Import", value: "Yes, 100 MB a file" },
    { name: "<b>Loans</b>", value: "Yes" },
    { name: "Agents", value: "No" },
    { name: "People", value: "1" },
    { name: "Providers of models", value: "1" },
  ],
};
const parts = { plans: [plan], theme: null, hasHandbook: true, nonce: "n" };

describe("the front page without a script", () => {
  it("says what the plans cost and hold, as text", () => {
    const html = frontHtml(parts);
    expect(html).toContain("<h3>Desk &amp; chair</h3><p><b>€8.00</b> a month, or €80.00 a year</p>");
    expect(html).toContain("<li>10,000 cards</li><li>Import, 100 MB a file</li><li>&lt;b&gt;Loans&lt;/b&gt;</li>");
    expect(html).toContain("<li>For one person</li><li>1 provider of models</li></ul>");
    expect(html).toContain("A new account is free for 14 days, without a card.");
  });

  it("says the rest without the plans, and leads to no handbook that is not there", () => {
    const html = frontHtml({ ...parts, plans: null, hasHandbook: false });
    expect(html).toContain("What is kept where");
    expect(html).not.toMatch(/#plans|\/handbook/);
  });

  it("shows code in colours that the page's policy allows", () => {
    const html = frontHtml(parts);
    expect(html).toContain('<style nonce="n">.l0{color:#939AB7;font-style:italic}');
    expect(html).toContain(
      '<span class="l0">// A script saves a link as a card.</span>\n<span class="l1">await</span>',
    );
    expect(html).not.toMatch(/ style=/);
  });

  it("shows pictures in the theme of the page, else of the system", () => {
    expect(frontHtml({ ...parts, theme: "dark" })).not.toContain("light.png");
    expect(frontHtml(parts)).toMatch(/prefers-color-scheme: dark\)" srcset="\/pictures\/product-390-dark\.png"/);
  });

  it("has the pictures that the manifest of the installed app names, in the sizes that it says", () => {
    const folder = path.join(ROOT, "shell/public");
    const { screenshots } = JSON.parse(readFileSync(path.join(folder, "manifest.webmanifest"), "utf8")) as {
      screenshots: { src: string; sizes: string }[];
    };
    const sizeOf = (picture: Buffer) => `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`;
    expect(screenshots.map(({ src }) => sizeOf(readFileSync(path.join(folder, src))))).toEqual(
      screenshots.map(({ sizes }) => sizes),
    );
    expect(screenshots.map(({ src }) => src)).toEqual([frontPicture(1440, "light"), frontPicture(390, "light")]);
  });

  it.each(["1440-light", "1440-dark", "390-light", "390-dark"])("has the product's own picture of it: %s", (look) => {
    const made = readFileSync(path.join(ROOT, `e2e/src/pictures/product-${look}.png`));
    expect(readFileSync(path.join(ROOT, `shell/public/pictures/product-${look}.png`)).equals(made)).toBe(true);
  });
});
