import { renderInShell } from "@tessera/shell-api/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import MailInSection from "./mail-in-section.tsx";

let server: ItemsServer;
beforeEach(async () => {
  server = await startItemsServer([]);
});
afterEach(() => server.stop());

const open = () =>
  renderInShell([{ path: "*", Component: MailInSection }], { path: "/settings/save-by-email", http: server.http });
const address = () => screen.findByText(/^a{24}\d+@in\.test$/);
const minute = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

it("creates an address, which can be copied", async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole("button", { name: "Create my address" }));
  const made = (await address()).textContent;
  await person.click(screen.getByRole("button", { name: "Copy the address" }));
  expect(await navigator.clipboard.readText()).toBe(made);
  expect(screen.getByText("No mail has come yet.")).toBeVisible();
});

it("replaces and removes it only once the person has said so", async () => {
  server.mailIn.address = `${"a".repeat(24)}9@in.test`;
  const person = userEvent.setup();
  const { shell } = open();
  const before = (await address()).textContent;
  await person.click(screen.getByRole("button", { name: "Get a new address" }));
  shell.opened.at(-1)!.cancel();
  await person.click(screen.getByRole("button", { name: "Get a new address" }));
  expect(server.mailIn.address).toBe(before);
  shell.opened.at(-1)!.close(true);
  await waitFor(async () => expect((await address()).textContent).not.toBe(before));
  await person.click(screen.getByRole("button", { name: "Remove the address" }));
  shell.opened.at(-1)!.close(true);
  expect(await screen.findByRole("button", { name: "Create my address" })).toBeVisible();
});

it("says why the newest mail was not kept, until one was", async () => {
  Object.assign(server.mailIn, {
    ...{ address: `${"a".repeat(24)}9@in.test`, since: minute(90), lastAt: minute(60) },
    refused: { at: minute(2), reason: "Your plan holds 50 cards." },
  });
  const { unmount } = open();
  expect(await screen.findByText(/A mail was not kept/)).toHaveTextContent("Your plan holds 50 cards.");
  unmount();
  server.mailIn.lastAt = minute(1);
  open();
  await address();
  expect(screen.queryByText(/A mail was not kept/)).toBeNull();
});

it("says that there is no mail where the installation takes none, and that it could not be asked", async () => {
  server.mailIn.domain = null;
  const { unmount } = open();
  expect(await screen.findByText("No mail comes in here")).toBeVisible();
  unmount();
  server.refuseNext({ ...{ method: "GET", path: /mail-in/, status: 503, code: "away" }, detail: "It is away." });
  server.mailIn.domain = "in.test";
  open();
  expect(await screen.findByText("Your address could not be loaded")).toBeVisible();
});
