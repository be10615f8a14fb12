import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../../testing/items-server.ts";
import { openItems } from "../../testing/open-items.tsx";

let server: ItemsServer;
/** Of the task: what a test wrote is known in the next one, which needs a card of its own. */
let n = 0;
const dueAt = "2026-11-30T00:00:00.000Z";
const data = { done: false, repeat: { every: 1, unit: "week", weekday: 1 }, dueDay: "2026-11-30" };
beforeEach(async () => {
  n += 1;
  server = await startItemsServer([card(n, { type: "task", data, dueAt }), card(99)]);
});
afterEach(() => server.stop());

const stored = () => server.items.get(card(n).id);
const open = async () => {
  const opened = await openItems(server, `/items/task/${card(n).id}`);
  return {
    ...opened,
    detail: within(await screen.findByRole("article", { name: `Card ${n}` })),
    user: userEvent.setup(),
  };
};

describe("a task that repeats", () => {
  it("moves on by its circle, more than once, and each is taken back by the undo", async () => {
    const { run } = await openItems(server, "/items/inbox");
    await screen.findByRole("link", { name: `Card ${n}` });
    await run("items.next");
    await run("items.done");
    await waitFor(() => expect(stored()).toMatchObject({ status: "inbox", dueAt: "2026-12-07T00:00:00.000Z" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: `Card ${n}` })).toBeNull());
    await run("items.undo");
    await waitFor(() => expect(stored()).toMatchObject({ dueAt, snoozeUntil: null }));
    expect(await screen.findByRole("link", { name: `Card ${n}` })).toBeVisible();
  });

  it("is skipped once, and its log says so", async () => {
    const { detail, user, run, shell } = await open();
    await user.click(detail.getByRole("button", { name: "Skip once" }));
    const log = within(await detail.findByRole("region", { name: "Log" }));
    expect(log.getByText(/^Skipped/)).toBeVisible();
    expect(stored()?.dueAt).toBe("2026-12-07T00:00:00.000Z");
    expect(shell.shown.at(-1)?.message).toBe(`Skipped once: “Card ${n}”`);
    await run("items.undo");
    await waitFor(() => expect(stored()?.dueAt).toBe(dueAt));
    await waitFor(() => expect(detail.queryByRole("region", { name: "Log" })).toBeNull());
  });

  it("is completed for good, and repeats again when that is undone", async () => {
    const { detail, user, run, shell } = await open();
    await user.click(detail.getByRole("button", { name: "Complete for good" }));
    await waitFor(() => expect(shell.shown.at(-1)?.message).toBe(`Completed for good: “Card ${n}”`));
    await waitFor(() => expect(stored()).toMatchObject({ status: "done" }));
    expect(stored()?.data.repeat).toBeUndefined();
    await run("items.undo");
    await waitFor(() => expect(stored()).toMatchObject({ status: "inbox", dueAt, data: { repeat: data.repeat } }));
  });

  it("takes what is typed, also from its completion, and says what it does not understand", async () => {
    const { detail, user } = await open();
    const field = detail.getByRole("textbox", { name: "Repeats" });
    expect(field).toHaveValue("every Monday");
    await user.clear(field);
    await user.type(field, "every! 3 days{Enter}");
    await waitFor(() => expect(stored()?.data.repeat).toEqual({ every: 3, unit: "day", after: "completion" }));
    await user.clear(field);
    await user.type(field, "FREQ=MONTHLY;BYDAY=-1FR{Enter}");
    await waitFor(() => expect(field).toHaveValue("every last Friday"));
    await user.clear(field);
    await user.type(field, "now and then");
    expect(detail.getByText(/or an RRULE\.$/)).toBeVisible();
  });
});
