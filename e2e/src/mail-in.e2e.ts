import { connect } from "node:net";
import { createInterface } from "node:readline";
import { expect, test } from "@playwright/test";
import { freePort } from "@tessera/testing/free-port.ts";
import { expectAccessible } from "./accessible.ts";
import { mailFile } from "./files.ts";
import { chooseDark, enter, someone } from "./person.ts";
import { Product } from "./product.ts";

/** Mails that are sent to a person's own address. */
let product: Product;
let port: number;
test.beforeAll(async () => {
  port = await freePort();
  product = await Product.start({
    INTERNAL_EMAIL_DOMAIN: "tessera.example",
    ...{ MAIL_IN_DOMAIN: "in.tessera.example", MAIL_IN_PORT: String(port) },
  });
});
test.afterAll(() => product?.stop());

/** Sends a mail as a mail server does. @returns the last reply, with its code */
async function send(to: string, mail: Buffer): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("The server ended the connection");
    return value;
  };
  let reply = "";
  for (const said of [null, "EHLO a.example", "MAIL FROM:<lena@brandt.example>", `RCPT TO:<${to}>`, "DATA", mail]) {
    if (said !== null) socket.write(typeof said === "string" ? `${said}\r\n` : `${said}\r\n.\r\n`);
    do reply = await next();
    while (!/^\d{3} /.test(reply));
    if (Number(reply[0]) > 3) break;
  }
  socket.destroy();
  return reply;
}

test("a person makes an address by keyboard; a mail to it stands in the open inbox; a replaced address takes none", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  await enter(context, product, someone("tessera.example"));
  const page = await context.newPage();
  await page.goto("/settings/save-by-email");
  await page.getByRole("button", { name: "Create my address" }).press("Enter");
  const shown = page
    .locator("code")
    .filter({ hasText: /@in\.tessera\.example$/ })
    .first();
  await expect(shown).toHaveText(/^[a-z0-9]{25}@/);
  const address = (await shown.textContent())!;
  await expectAccessible(page, "the address");

  const inbox = await context.newPage();
  await inbox.goto("/items/inbox");
  await expect(inbox.getByRole("heading", { name: "Inbox" }).first()).toBeVisible();
  expect(await send(address.replace("@", "+kitchen@"), mailFile().buffer)).toMatch(/^250 /);
  const row = inbox.locator("[data-row]").filter({ hasText: "Revised quote for the worktop" });
  await expect(row).toContainText("Lena Brandt");
  await expect(row).toContainText("kitchen");
  await expect(page.getByText(/^The newest mail came/)).toBeVisible();

  await page.getByRole("button", { name: "Get a new address" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Get a new address" }).click();
  await expect(shown).not.toHaveText(address);
  expect(await send(address, mailFile().buffer)).toBe("550 5.1.1 No mail is taken at this address");
  await chooseDark(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/settings/save-by-email");
  await expect(shown).toBeVisible();
  await expectAccessible(page, "the address on a phone");
  if (process.env.LOOK) {
    await page.screenshot({ path: `${process.env.LOOK}/mail-390-dark.png` });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.screenshot({ path: `${process.env.LOOK}/mail-dark.png` });
    await inbox.screenshot({ path: `${process.env.LOOK}/mail-inbox.png` });
  }
  await context.close();
});
