import { QueryClient, QueryClientProvider } from "@tessera/query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { card, type ItemsServer, startItemsServer } from "../../testing/items-server.ts";
import { openItems } from "../../testing/open-items.tsx";

let server: ItemsServer;
beforeEach(async () => {
  server = await startItemsServer([card(1, { tags: ["travel", "2026"] }), card(2, { tags: ["travel"] })]);
  server.tagCounts.splice(0, Infinity);
  server.tagCounts.push(
    { tag: "travel", count: 2 },
    { tag: "2026", count: 1 },
    { tag: "folder", count: 7, imported: true },
  );
});
afterEach(() => server.stop());

type View = Awaited<ReturnType<typeof openItems>>;
const names = () =>
  within(screen.getByRole("list", { name: "Tags" }))
    .getAllByRole("link")
    .map((link) => link.textContent);
/** The dialog that is open, drawn as the shell would. */
function drawn({ shell }: View) {
  const { component, props } = shell.opened.at(-1)!;
  const Body = component as ComponentType<Record<string, unknown>>;
  return render(<Body {...props} />, {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  });
}
const sent = (start: string) => server.log.filter((line) => line.startsWith(start));

it("lists tags with their cards, and finds them by letters", async () => {
  await openItems(server, "/items/tags");
  const user = userEvent.setup();
  expect(await screen.findByRole("link", { name: "travel" })).toHaveAttribute("href", "/items/all?tag=travel");
  expect(names()).toEqual(["travel", "2026", "folder"]);
  expect(screen.getByText("7 cards")).toBeVisible();
  await user.type(screen.getByRole("searchbox", { name: "Find tags" }), "20");
  await waitFor(() => expect(names()).toEqual(["2026"]));
  await user.type(screen.getByRole("searchbox", { name: "Find tags" }), "x");
  expect(await screen.findByText("No tag has “20x” in it.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show all tags" }));
  await waitFor(() => expect(names()).toHaveLength(3));
});

it("renames a tag, says when that merges it with another, and undoes it", async () => {
  const view = await openItems(server, "/items/tags");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Rename 2026" }));
  drawn(view);
  const field = await screen.findByRole("textbox", { name: /^Name/ });
  expect(screen.getByRole("button", { name: "Rename" })).toHaveAttribute("aria-disabled", "true");
  await user.clear(field);
  await user.type(field, "Travel");
  expect(await screen.findByText("“travel” is in use on 2 cards. They become one tag.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Merge" })).toBeVisible();
  await user.type(field, "s");
  await user.click(await screen.findByRole("button", { name: "Rename" }));
  await waitFor(() => expect(names()).toEqual(["travel", "folder", "Travels"]));
  expect(view.shell.shown.at(-1)?.message).toBe("Renamed “2026” to “Travels” on 1 card");
  await view.run("items.undo");
  await waitFor(() => expect(server.tagChanges[0]?.state).toBe("undone"));
  await waitFor(() => expect(view.shell.shown.at(-1)?.message).toMatch(/^Undone: Renamed/));
});

it("merges several, and deletes all that imports made", async () => {
  const view = await openItems(server, "/items/tags");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("checkbox", { name: "Select travel" }));
  await user.click(screen.getByRole("checkbox", { name: "Select 2026" }));
  await user.click(screen.getByRole("button", { name: "Merge 2 tags" }));
  const { unmount } = drawn(view);
  expect(await screen.findByText("“travel” and “2026” become one tag on all cards.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Merge" }));
  await waitFor(() => expect(server.tagChanges[0]).toMatchObject({ from: ["travel", "2026"], to: "travel" }));
  unmount();
  await act(async () => view.shell.opened.at(-1)?.close(true));
  await user.click(screen.getByRole("tab", { name: "From imports alone" }));
  await waitFor(() => expect(names()).toEqual(["folder"]));
  await user.click(screen.getByRole("checkbox", { name: "Select all tags that are listed" }));
  await user.click(screen.getByRole("button", { name: "Delete 1 tag" }));
  expect(await screen.findByText("No tag comes from imports alone.")).toBeVisible();
  expect(view.shell.shown.at(-1)?.message).toBe("Deleted “folder” from 7 cards");
});

it("shows how far a change of many cards is, until it is done", async () => {
  server.tagCounts.push({ tag: "bulk", count: 5000 });
  await openItems(server, "/items/tags");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Delete bulk" }));
  expect(
    await screen.findByText(/^Deleting “bulk” from 5,000 cards\. It continues in the background: 0 done/),
  ).toBeVisible();
  Object.assign(server.tagChanges[0] ?? {}, { state: "done", done: 5000 });
  await waitFor(() => expect(screen.queryByText(/: 0 done/)).toBeNull());
});

it("gives a tag a colour", async () => {
  await openItems(server, "/items/tags");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Colour of travel: none" }));
  await user.click(await screen.findByRole("menuitem", { name: "Green" }));
  expect(await screen.findByRole("button", { name: "Colour of travel: green" })).toBeVisible();
  expect(sent("PUT /api/items/tags/style")).toHaveLength(1);
});

it("filters a list by all of several tags, and leads to the manager", async () => {
  const { router } = await openItems(server, "/items/all?tag=travel");
  const user = userEvent.setup();
  await screen.findByRole("link", { name: "Card 2" });
  await user.click(screen.getByRole("button", { name: "Filter: tagged “travel”" }));
  await user.click(await screen.findByRole("menuitemcheckbox", { name: /^2026/ }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Card 2" })).toBeNull());
  expect(new URLSearchParams(router.state.location.search).get("tag")).toBe("travel,2026");
  expect(screen.getByText("Shows cards tagged “travel” and “2026”")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Filter: / }));
  await user.click(await screen.findByRole("menuitem", { name: "Manage tags" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/items/tags"));
});
