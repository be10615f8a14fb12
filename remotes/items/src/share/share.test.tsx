import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import { openItems } from "../testing/open-items.tsx";

let server: ItemsServer;
beforeEach(async () => {
  server = await startItemsServer([]);
  // Nothing is kept on the device here.
  Object.defineProperty(globalThis, "caches", {
    configurable: true,
    value: { open: async () => ({ match: async () => undefined, delete: async () => true, put: async () => {} }) },
  });
});
afterEach(() => server.stop());

const PATH = `/share?${new URLSearchParams({ url: "https://news.example/a", title: "News", text: "three words" })}`;
const shares = () => server.log.filter((request) => request === "POST /api/items/shares");

it("shows what a page offers by an address, and saves it once the person says so", async () => {
  await openItems(server, PATH);
  expect(await screen.findByRole("heading", { name: "News" })).toBeVisible();
  expect(screen.getByText("https://news.example/a")).toBeVisible();
  expect(screen.getByText("three words")).toBeVisible();
  const save = screen.getByRole("button", { name: "Save to Tessera" });
  expect(save).toHaveFocus();
  expect(shares()).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(shares()).toHaveLength(1));
  const [saved] = [...server.items.values()];
  expect(saved).toMatchObject({ title: "News", body: "three words", sourceUrl: "https://news.example/a" });
});

it("saves nothing where the person does not want it", async () => {
  await openItems(server, PATH);
  await userEvent.click(await screen.findByRole("button", { name: "Do not save" }));
  await waitFor(() => expect(screen.queryByRole("heading", { name: "News" })).not.toBeInTheDocument());
  expect(shares()).toEqual([]);
});

it.each([
  ["web+tessera:https://news.example/a%20b?c=d", "https://news.example/a%20b?c=d"],
  ["web+tessera://https://news.example/", "https://news.example/"],
  ["web+tessera:Call%20the%20dentist", "Call the dentist"],
  ["web+tessera:100%", "100%"],
  ["web+tessera:javascript:alert(1)", "javascript:alert(1)"],
])("offers what a link of the installed app holds: %s", async (link, shown) => {
  await openItems(server, `/share?${new URLSearchParams({ link })}`);
  expect(await screen.findByText(shown)).toBeVisible();
  expect(screen.getByRole("button", { name: "Save to Tessera" })).toHaveFocus();
  expect(shares()).toEqual([]);
});

it.each(["https://elsewhere.example/items/note/", "/items/note/../../settings?x="])(
  "takes no other address for one of its cards: %s",
  async (before) => {
    const link = `web+tessera:${before}00000000-0000-4000-8000-000000000001`;
    await openItems(server, `/share?${new URLSearchParams({ link })}`);
    expect(await screen.findByRole("button", { name: "Save to Tessera" })).toHaveFocus();
  },
);

it("has nothing to save without anything in the address", async () => {
  await openItems(server, "/share?url=&title=%20&link=web%2Btessera%3A");
  expect(await screen.findByText(/^Nothing to save/)).toBeVisible();
});
