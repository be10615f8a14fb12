import { expect } from "@playwright/test";
import { accessToken } from "./access-token.ts";
import { expectAccessible } from "./accessible.ts";
import { test } from "./journey.ts";
import { chooseDark, enter, someone } from "./person.ts";
import type { Product } from "./product.ts";

/** A reminder of a task: chosen by keyboard where its due date is, seen in its row, and mailed when it is time. */
let product: Product;
test.beforeAll(({ product: shared }) => {
  product = shared;
});

interface Message {
  subject: string;
  text: string;
  links: string[];
}
const mailsTo = async (email: string) => {
  const answer = await fetch(`${product.url}/dev/outbox.json?to=${encodeURIComponent(email)}`);
  const { messages } = (await answer.json()) as { messages: Message[] };
  return messages.filter(({ subject }) => subject.startsWith("Reminder: "));
};

test("a task's reminder is chosen by keyboard, follows its due time, and is mailed", async ({ page, request }) => {
  const email = someone("tessera.example");
  await enter(page.context(), product, email);
  const headers = { authorization: `Bearer ${await accessToken(page)}` };
  const made = await request.post("/api/items", {
    headers: { ...headers, "idempotency-key": crypto.randomUUID() },
    data: { type: "task", title: "Call the bank" },
  });
  const { id } = (await made.json()) as { id: string };

  await page.goto(`/items/task/${id}`);
  const due = page.getByRole("textbox", { name: "Due date" });
  await due.fill("tomorrow 16:00");
  await due.press("Enter");
  const reminder = page.getByRole("combobox", { name: "Reminder" });
  await reminder.focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowDown");
  await expect(reminder).toHaveValue("60");
  await expect(page.locator("[data-row]").filter({ hasText: "Call the bank" })).toContainText(
    "Due tomorrow, Reminder 1 hour before",
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await chooseDark(page);
  await page.goto(`/items/task/${id}`);
  await expect(reminder).toHaveValue("60");
  await expectAccessible(page);

  // A little more than an hour from now: time enough for the change to arrive before the reminder is sent.
  const dueAt = new Date(Date.now() + 3_620_000).toISOString();
  const card = await (await request.get(`/api/items/${id}`, { headers })).json();
  const moved = await request.patch(`/api/items/${id}`, {
    headers: { ...headers, "if-match": `"${card.version}"` },
    data: { dueAt },
  });
  expect(moved.ok(), await moved.text()).toBe(true);
  // The schedule runs once a minute.
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 300_000 }).toBe(1);
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe("Reminder: Call the bank");
  const clock = new Date(dueAt).toLocaleTimeString("en-GB", { timeStyle: "short", timeZone: "Europe/Berlin" });
  expect(mail?.text).toContain(`at ${clock} (Europe/Berlin).`);
  await page.goto(mail!.links.find((link) => link.includes(id))!);
  await expect(page.getByRole("article", { name: "Call the bank" })).toBeVisible();
});
