import { referenceTo } from "@tessera/contracts-items/references.ts";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";

let server: ItemsServer;
afterEach(() => server.stop());

const plan = card(2, { title: "The plan", titleSource: "rule", body: "Tea at four", tags: ["tea"] });
const other = card(3, { title: "Something else", body: "Nothing of it" });
async function open(body = "Tea at five") {
  server = await startItemsServer([card(1, { title: "Monday", titleSource: "rule", body }), plan, other]);
  server.alike.titles.push(plan.title);
  server.alike.tags.push("tea");
  return openItems(server, `/items/inbox/${card(1).id}`);
}
const section = () => screen.findByRole("region", { name: "Like this card" });
const stored = (n = 1) => server.items.get(card(n).id)!;

it("names the cards that are like the open one, and says which says nearly the same", async () => {
  await open("Tea at four");
  const near = within(await section());
  expect(near.getByRole("link", { name: "The plan" })).toBeVisible();
  expect(near.getByText("Nearly the same")).toBeVisible();
  expect(near.queryByText("Something else")).toBeNull();
});

it("links, and takes it back", async () => {
  const { shell } = await open();
  await userEvent.click(await screen.findByRole("button", { name: "Link with “The plan”" }));
  await waitFor(() => expect(stored().body).toBe(`Tea at five\n\nSee also ${referenceTo(plan)}`));
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Linked “The plan”"));
  shell.shown.at(-1)?.action?.run();
  await waitFor(() => expect(stored().body).toBe("Tea at five"));
});

it("continues another card", async () => {
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "Continue “The plan”" }));
  await waitFor(() => expect(stored().body).toBe(`Continues ${referenceTo(plan)}\n\nTea at five`));
});

it("makes one card of two, opens it, and undo brings both back", async () => {
  const { shell, router } = await open();
  await userEvent.click(await screen.findByRole("button", { name: "Merge into “The plan”" }));
  await waitFor(() => expect(stored(2).body).toBe("Tea at four\n\nTea at five"));
  await waitFor(() => expect(stored().status).toBe("trash"));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/items/note/${plan.id}`));
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Merged with “The plan”"));
  shell.shown.at(-1)?.action?.run();
  await waitFor(() => expect(stored().status).toBe("inbox"));
  await waitFor(() => expect(stored(2)).toMatchObject({ body: "Tea at four", tags: ["tea"] }));
});

it("loses nothing when the second half of a merge is refused", async () => {
  const { shell } = await open();
  const button = await screen.findByRole("button", { name: "Merge into “The plan”" });
  server.refuseNext({ method: "PATCH", path: new RegExp(card(1).id), status: 500, code: "failed", detail: "Not now." });
  await userEvent.click(button);
  await waitFor(() => expect(shell.shown.at(-1)).toMatchObject({ message: "Not merged: Not now.", intent: "error" }));
  expect(stored().status).toBe("inbox");
  expect(stored(2).body).toBe("Tea at four");
});

it("suggests tags, one of which a click adds", async () => {
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "Add the tag tea" }));
  await waitFor(() => expect(stored().tags).toEqual(["tea"]));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Add the tag tea" })).toBeNull());
  expect(within(await section()).getAllByRole("button")[0]).toHaveFocus();
});

it("says nothing where no card is like it", async () => {
  server = await startItemsServer([card(1, { title: "Monday", body: "Tea" })]);
  await openItems(server, `/items/inbox/${card(1).id}`);
  await screen.findByRole("article", { name: "Monday" });
  await waitFor(() => expect(server.log).toContain(`GET /api/items/${card(1).id}/neighbours`));
  expect(screen.queryByRole("region", { name: "Like this card" })).toBeNull();
});
