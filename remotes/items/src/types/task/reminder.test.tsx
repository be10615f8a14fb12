import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../../testing/items-server.ts";
import { openItems } from "../../testing/open-items.tsx";
import { withoutReminder } from "./reminders.ts";

let server: ItemsServer;
/** Of the task: what a test wrote is known in the next one, which needs a card of its own. */
let n = 0;
const start = async (data: object, dueAt: string | null = "2026-11-30T15:00:00.000Z") => {
  n += 1;
  server = await startItemsServer([card(n, { type: "task", data: { done: false, ...data }, dueAt }), card(99)]);
  await openItems(server, `/items/task/${card(n).id}`);
  return { detail: within(await screen.findByRole("article", { name: `Card ${n}` })), user: userEvent.setup() };
};
afterEach(() => server.stop());

const stored = () => server.items.get(card(n).id)?.data;
const choices = (field: HTMLElement) =>
  within(field)
    .getAllByRole("option")
    .map(({ textContent }) => textContent);

describe("the reminder of a task", () => {
  it("is chosen where its due date is, and taken back there", async () => {
    const { detail, user } = await start({});
    const field = detail.getByRole("combobox", { name: "Reminder" });
    expect(choices(field)).toEqual([
      ...["None", "When due", "10 minutes before", "30 minutes before", "1 hour before", "1 day before"],
    ]);
    await user.selectOptions(field, "1 hour before");
    await waitFor(() => expect(stored()?.reminder).toBe(60));
    await user.selectOptions(field, "None");
    await waitFor(() => expect(stored()?.reminder).toBeUndefined());
  });

  it("keeps a choice of its own among the others", async () => {
    const { detail } = await start({ reminder: 45 });
    const field = detail.getByRole("combobox", { name: "Reminder" });
    expect(field).toHaveDisplayValue("45 minutes before");
    expect(choices(field)).toHaveLength(7);
  });

  it("is at 9:00 on a day without a time, and goes with the due date", async () => {
    const { detail, user } = await start({ reminder: 60 });
    const due = detail.getByRole("textbox", { name: "Due date" });
    await user.clear(due);
    await user.type(due, "4 December 2026{Enter}");
    const field = detail.getByRole("combobox", { name: "Reminder" });
    await waitFor(() => expect(field).toHaveDisplayValue("At 9:00 on the day"));
    expect(choices(field)).toEqual(["None", "At 9:00 on the day", "At 9:00 the day before"]);
    await waitFor(() => expect(stored()).toMatchObject({ dueDay: "2026-12-04", reminder: 0 }));
    await user.click(detail.getByRole("button", { name: "No due date" }));
    await waitFor(() => expect(stored()?.reminder).toBeUndefined());
    expect(detail.queryByRole("combobox", { name: "Reminder" })).toBeNull();
  });

  it("is not offered where nothing is due", async () => {
    const { detail } = await start({}, null);
    expect(detail.getByRole("textbox", { name: "Due date" })).toBeVisible();
    expect(detail.queryByRole("combobox", { name: "Reminder" })).toBeNull();
  });
});

it.each([
  ["every week · Reminder 1 hour before · 1 of 2 steps", "Reminder 1 hour before", "every week · 1 of 2 steps"],
  ["Reminder when due", "Reminder when due", ""],
  ["1 of 2 steps", null, "1 of 2 steps"],
])("a reminder is removed from the rest of the row's text: %s", (line, words, rest) => {
  expect(withoutReminder(line)).toEqual({ words, rest });
});
