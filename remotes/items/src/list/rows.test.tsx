import { screen, within } from "@testing-library/react";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";

let server: ItemsServer;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const file = {
  id: "a1",
  name: "quote.pdf",
  mediaType: "application/pdf",
  bytes: 1,
  url: "/api/items/1/attachments/a1",
};
beforeEach(async () => {
  server = await startItemsServer([
    card(1, { type: "mail", body: "Lena Brandt · oak fronts", attachments: [file] }),
    card(2, { type: "bookmark", body: "queuecraft.dev · 9 min read", sourceUrl: "https://queuecraft.dev/locks" }),
    card(3, { type: "task", data: { done: false }, dueAt: inDays(-3), body: "" }),
    card(4, { type: "task", data: { done: false }, dueAt: inDays(3), body: "High priority" }),
    card(5, { type: "task", data: { done: false, priority: "low" }, dueAt: inDays(3), body: "Low priority · To do" }),
  ]);
});
afterEach(() => server.stop());

it("says in each row what its type says, with a paper clip, the site, and what is overdue in its colour", async () => {
  await openItems(server, "/items/all");
  await screen.findByRole("link", { name: "Card 1" });
  const row = (n: number) => within(screen.getByRole("row", { name: new RegExp(`Card ${n}`) }));
  expect(row(1).getByLabelText("1 attachment")).toBeInTheDocument();
  expect(row(2).queryByLabelText(/attachment/)).toBeNull();
  expect(row(2).getByText("Q")).toHaveAttribute("aria-hidden", "true");
  expect(row(2).getByText(/queuecraft.dev · 9 min read/)).toBeVisible();
  const overdue = row(3).getByText(/^Overdue since/);
  expect(getComputedStyle(overdue).color).toBe("var(--warn)");
  expect(row(4).getByText(/^Due .* · High priority$/)).toBeVisible();
  // Before what a narrow row cuts off.
  expect(row(5).getByText("Low priority").parentElement).toHaveTextContent(/^Low priority · Due .* · To do$/);
});
