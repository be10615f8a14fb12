import { QueryClient, QueryClientProvider } from "@tessera/query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";

// Loaded before the first test waits for it: a shared machine may be slow.
beforeAll(() => Promise.all([import("./search-page.tsx"), import("../detail/item-detail.tsx")]), 120_000);

let server: ItemsServer;
beforeEach(async () => {
  localStorage.clear();
  server = await startItemsServer([
    card(1, { title: "Harbour lights", tags: ["travel"] }),
    card(2, { title: "Old harbour" }),
    card(3, { title: "Boats" }),
  ]);
});
afterEach(() => server.stop());

const field = () => screen.findByRole("combobox", { name: "Search all cards" });
const searches = () => server.log.filter((line) => line.startsWith("GET /api/items/search?"));
const rows = () => screen.getAllByRole("row").map((row) => row.textContent ?? "");

it("finds as one types, with the search in the address, and goes to a card by key [route.search]", async () => {
  const view = await openItems(server, "/search");
  const user = userEvent.setup();
  await user.type(await field(), "harbour");
  await waitFor(() =>
    expect(rows()).toEqual([expect.stringContaining("Harbour lights"), expect.stringContaining("Old harbour")]),
  );
  expect(view.router.state.location.search).toBe("?q=harbour");
  await user.keyboard("{Enter}");
  await view.run("items.next");
  await view.run("items.open");
  await waitFor(() => expect(view.router.state.location.pathname).toMatch(/^\/search\/[0-9a-f-]{36}$/));
  expect(view.router.state.location.search).toBe("?q=harbour");
});

it("says where a search is wrong, and asks nothing until it is right", async () => {
  await openItems(server, "/search?q=harbour");
  const user = userEvent.setup();
  await screen.findAllByRole("row");
  const asked = searches().length;
  await user.type(await field(), " typ:note x");
  expect(await screen.findByRole("alert")).toHaveTextContent("There is no “typ:”. Did you mean “type:”?");
  expect(screen.getByText("typ:", { selector: "mark" })).toBeVisible();
  expect(await field()).toBeInvalid();
  expect(rows()).toHaveLength(2);
  expect(searches()).toHaveLength(asked);
  await user.clear(await field());
  await user.type(await field(), "(boats");
  expect(await screen.findByText(/This parenthesis is not closed/)).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("offers qualifiers and their values, by key and by pointer", async () => {
  await openItems(server, "/search");
  const user = userEvent.setup();
  await user.type(await field(), "ta");
  expect(await screen.findByRole("option", { name: /^tag:/ })).toBeVisible();
  await user.keyboard("{ArrowDown}{Enter}");
  expect(await screen.findByDisplayValue("tag:")).toHaveFocus();
  server.tagCounts.splice(0, Infinity, { tag: "travel", count: 1 });
  await user.type(await field(), "tr");
  await user.click(await screen.findByRole("option", { name: /tag:travel/ }));
  await waitFor(async () => expect(await field()).toHaveValue("tag:travel "));
  await waitFor(() => expect(rows().join()).not.toContain("Boats"));
  expect(rows().join()).toContain("Harbour lights");
});

it("narrows by what it counted, and back", async () => {
  const view = await openItems(server, "/search?q=harbour");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Tag" }));
  await user.click(await screen.findByRole("menuitemcheckbox", { name: /travel/ }));
  await waitFor(() => expect(view.router.state.location.search).toBe("?q=harbour+tag%3Atravel"));
  await waitFor(() => expect(rows()).toHaveLength(1));
  await user.click(await screen.findByRole("button", { name: "Tag: travel" }));
  await user.click(await screen.findByRole("menuitemcheckbox", { name: /travel/ }));
  await waitFor(() => expect(rows()).toHaveLength(2));
});

it("says what was looked for instead, and looks for it as it is written", async () => {
  server.corrections.set("harbuor", "harbour");
  await openItems(server, "/search?q=harbuor");
  const user = userEvent.setup();
  expect(await screen.findByText(/No cards match “harbuor”. Showing results for “harbour”/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Search for exactly this" }));
  expect(await screen.findByDisplayValue('"harbuor"')).toBeVisible();
});

it("marks what was found by meaning, asks again for what was late, and says when words alone were searched", async () => {
  server.meanings.states = ["late", "searched"];
  server.meanings.titles = ["Boats"];
  const view = await openItems(server, "/search?q=old+harbour");
  await waitFor(() => expect(rows()).toHaveLength(1));
  await waitFor(() => expect(rows()).toHaveLength(2), { timeout: 5_000 });
  expect(rows()[0]).not.toContain("Similar meaning");
  expect(rows()[1]).toMatch(/Boats.*Similar meaning · /);
  expect(screen.queryByText(/Searched words only/)).toBeNull();
  view.unmount();
  server.meanings.states = ["unavailable"];
  await openItems(server, "/search?q=old+harbour+");
  expect(await screen.findByText(/^Searched words only\./)).toBeVisible();
});

it("saves a search among the lists, and deletes it with a way back", async () => {
  const view = await openItems(server, "/search?q=harbour");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Save this search" }));
  await waitFor(() => expect(view.shell.opened).toHaveLength(1));
  const { component, props } = view.shell.opened.at(-1)!;
  const Body = component as ComponentType<Record<string, unknown>>;
  const dialog = render(<Body {...props} />, {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  });
  await user.clear(within(dialog.container).getByLabelText("Name"));
  await user.type(within(dialog.container).getByLabelText("Name"), "Harbours");
  await user.click(within(dialog.container).getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("heading", { name: "Harbours", level: 1 })).toBeVisible();
  expect(server.saved).toMatchObject([{ name: "Harbours", q: "harbour" }]);
  await user.click(screen.getByRole("button", { name: "Delete this saved search" }));
  await screen.findByRole("button", { name: "Save this search" });
  expect(server.saved).toEqual([]);
  await view.shell.shown.at(-1)!.action!.run();
  await waitFor(() => expect(server.saved).toMatchObject([{ name: "Harbours", q: "harbour" }]));
});

it("keeps the searches of before, until they are forgotten", async () => {
  const first = await openItems(server, "/search?q=harbour");
  const user = userEvent.setup();
  await screen.findAllByRole("row");
  await user.click(await field());
  await user.keyboard("{Enter}");
  first.unmount();
  await openItems(server, "/search");
  expect(await screen.findByRole("link", { name: "harbour" })).toHaveAttribute("href", "/search?q=harbour");
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(screen.queryByRole("link", { name: "harbour" })).toBeNull();
});

it("says that nothing was found, and what failed", async () => {
  await openItems(server, "/search?q=submarine");
  expect(await screen.findByText("No card matches “submarine”.")).toBeVisible();
  const user = userEvent.setup();
  server.refuseNext({ ...{ method: "GET", path: /search$/, status: 500 }, code: "internal", detail: "It broke." });
  await user.clear(await field());
  await user.type(await field(), "boats");
  expect(await screen.findByText("The list could not be loaded")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /again|retry/i }));
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining("Boats")]));
});
