import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { chooseDark, enter, enterAgain, PASSWORD, someone } from "./person.ts";
import { Product } from "./product.ts";

/** The first account administers: whom it invites, bans, lets back and deletes, and what the others see. */
let product: Product;
let admin: Page;
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  product = await Product.start();
  admin = await browser.newPage({ baseURL: product.url });
  await enter(admin.context(), product, "ines@halvorsen.example");
});
test.afterAll(() => product?.stop());

const row = (who: string) => admin.getByRole("row").filter({ hasText: who });
async function act(who: string, name: string) {
  await admin.getByRole("button", { name: `More for ${who}` }).click();
  await admin.getByRole("menuitem", { name }).click();
}
const signInAnswer = async (email: string) => {
  const answer = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return [answer.status, ((await answer.json()) as { error_code?: string }).error_code];
};

test("people are found, invited, banned, let back and deleted; each act is announced", async ({ browser }) => {
  const other = await browser.newPage({ baseURL: product.url });
  const email = await enter(other.context(), product, someone());
  await other.goto("/settings/people");
  await expect(other.getByRole("alert")).toContainText("Only administrators may see and change people.");
  await expect(other.getByRole("link", { name: "People" })).toHaveCount(0);
  await other.close();

  await admin.goto("/settings/profile");
  await admin.getByRole("link", { name: "People" }).click();
  await expect(row("ines@halvorsen.example")).toContainText("you");
  await expect(admin.getByRole("button", { name: "More for ines@halvorsen.example" })).toHaveCount(0);

  await admin.keyboard.press("/");
  await admin.keyboard.type(email.slice(0, 12));
  await expect(row(email)).toBeVisible();
  await expect(row("ines@halvorsen.example")).toHaveCount(0);
  await act(email, "Ban…");
  await admin.getByRole("dialog").getByLabel("For how long").selectOption("1 day");
  await admin.getByRole("dialog").getByRole("button", { name: "Ban" }).click();
  await expect(row(email)).toContainText("Banned until");
  expect(await signInAnswer(email)).toEqual([400, "user_banned"]);
  await act(email, "Lift the ban");
  await expect(row(email)).toContainText("Confirmed");
  expect((await signInAnswer(email))[0]).toBe(200);

  await admin.getByRole("searchbox", { name: "Find people" }).fill("");
  await admin.getByRole("button", { name: "Invite a person" }).click();
  await admin.getByRole("dialog").getByLabel("Email address").fill("ines@halvorsen.example");
  await admin.getByRole("dialog").getByRole("button", { name: "Send invitation" }).click();
  await expect(admin.getByRole("dialog").getByRole("alert")).toContainText("an account with this address already");
  const guest = someone();
  await admin.getByRole("dialog").getByLabel("Email address").fill(guest);
  await admin.getByRole("dialog").getByRole("button", { name: "Send invitation" }).click();
  await expect(row(guest)).toContainText("Invited, not signed in yet");
  await expect
    .poll(
      async () =>
        ((await (await fetch(`${product.url}/dev/outbox.json?to=${guest}`)).json()) as { messages: unknown[] }).messages
          .length,
    )
    .toBe(1);

  await act(email, "Delete for good…");
  await admin.getByRole("dialog").getByRole("textbox").fill(email);
  await admin.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await expect(row(email)).toHaveCount(0);
  expect((await signInAnswer(email))[0]).toBe(400);
  const log = admin.getByRole("region", { name: "What happened" });
  for (const words of ["account deleted for good by you", "invited by you", "ban lifted by you"])
    await expect(log).toContainText(words);
});

for (const look of [
  { name: "wide, light", width: 1440, height: 900, colorScheme: "light" },
  { name: "phone, dark", width: 390, height: 844, colorScheme: "dark" },
] as const) {
  test(`the pages are accessible: ${look.name}`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: product.url, viewport: look });
    await enterAgain(context, product, "ines@halvorsen.example");
    const page = await context.newPage();
    if (look.colorScheme === "dark") await chooseDark(page);
    for (const [path, shown] of [
      ["/settings/people", page.getByText("ines@halvorsen.example").first()],
      ["/supabase", page.getByRole("status").filter({ hasText: "Everything works" })],
    ] as const) {
      await page.goto(path);
      await expect(shown).toBeVisible();
      await expectAccessible(page);
    }
    await context.close();
  });
}
