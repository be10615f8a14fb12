import { renderInShell } from "@tessera/shell-api/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";
import { TagPicker } from "./tag-picker.tsx";

let server: ItemsServer;
beforeEach(async () => {
  // jsdom has no layout to scroll in.
  Element.prototype.scrollIntoView ??= () => {};
  server = await startItemsServer([card(1, { tags: ["podcast"] }), card(2)]);
  server.tagCounts.push(...Array.from({ length: 40 }, (_, n) => ({ tag: `tag ${n}`, count: 2 })));
  server.tagCounts.push({ tag: "tripods", count: 9 }, { tag: "podcast", count: 1 });
});
afterEach(() => server.stop());

it("is offered where a list has more tags than its menu, and filters the list by the one that was found", async () => {
  const { shell, router } = await openItems(server, "/items/all");
  const user = userEvent.setup();
  await screen.findByRole("link", { name: "Card 2" });
  await user.click(screen.getByRole("button", { name: "Filter" }));
  await user.click(await screen.findByRole("menuitem", { name: "Find among 43 tags…" }));
  await waitFor(() => expect(shell.opened[0]?.options.title).toBe("Find a tag"));
  shell.opened[0]?.close("podcast");
  await waitFor(() => expect(router.state.location.search).toBe("?tag=podcast"));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Card 2" })).toBeNull());
});

it("finds by any letters, those that begin so first, by keys alone", async () => {
  const chosen: (string | undefined)[] = [];
  const close = (tag?: string) => void chosen.push(tag);
  renderInShell(<TagPicker dialog={{ resolve: close, close, cancel: () => {} }} />, { http: server.http });
  const user = userEvent.setup();
  const field = await screen.findByRole("combobox", { name: "Tag" });
  expect(field).toHaveFocus();
  await screen.findByRole("option", { name: /^tripods/ });
  await user.type(field, "pod");
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(["podcast1", "tripods9"]);
  await user.keyboard("{ArrowDown}{Enter}");
  await user.type(field, "x");
  expect(screen.getByRole("status")).toHaveTextContent("No tag has “podx” in it.");
  expect(chosen).toEqual(["tripods"]);
});
