import { renderInShell } from "@tessera/shell-api/testing";
import { screen, waitFor } from "@testing-library/react";
import { card } from "../testing/items-server.ts";
import { daysAround } from "./days-around.ts";
import { RowLine } from "./row-line.tsx";

const now = new Date("2026-11-22T09:00:00Z");
const show = (
  fields: object,
  http = async (_path: string) => new Response("icon", { headers: { "content-type": "image/webp" } }),
) => {
  const {
    body: _,
    data: __,
    processing: ___,
    attachments: ____,
    ...common
  } = card(1, {
    sourceUrl: "https://queues.example/",
  });
  const row = { ...common, line: "queues.example · 9 min", attachmentCount: 0, ...fields };
  return renderInShell(<RowLine row={row} kind="Bookmark" now={now} days={daysAround(now, { timeZone: "UTC" })} />, {
    http,
  });
};

it("draws the site's icon where one is kept, fetched with the person's access", async () => {
  const asked: string[] = [];
  const { container } = show({ icon: "00000000-0000-4000-8000-0000000000aa" }, async (path) => {
    asked.push(path);
    return new Response("icon", { headers: { "content-type": "image/webp" } });
  });
  expect(screen.getByText("Q")).toBeVisible();
  await waitFor(() => expect(container.querySelector("img")).toHaveAttribute("src", expect.stringMatching(/^data:/)));
  expect(asked).toEqual([`/api/items/${card(1).id}/pictures/00000000-0000-4000-8000-0000000000aa`]);
});

it("says how far a card was read", () => {
  show({ reading: 0.42 });
  expect(screen.getByText(/42% read/)).toBeVisible();
});

describe("a row with a reminder", () => {
  const task = { line: "Reminder 1 hour before · Form 1", reminder: 60, dueAt: "2026-11-23T15:00:00.000Z" };

  it("has a bell beside its day, in words for screen readers", () => {
    const { container } = show({ ...task, done: false, sourceUrl: null });
    expect(container).toHaveTextContent("Due tomorrow, Reminder 1 hour before · Form 1");
    expect(container.querySelectorAll("svg")).toHaveLength(1);
    expect(screen.getByTitle("Reminder 1 hour before")).toBeInTheDocument();
  });

  it("has none once it is done, or is not due", () => {
    for (const fields of [
      { status: "done", done: true },
      { dueAt: null, done: false },
    ]) {
      const { container, unmount } = show({ ...task, sourceUrl: null, ...fields });
      expect(container).toHaveTextContent(/^Form 1$/);
      unmount();
    }
  });
});
