import { renderInShell } from "@tessera/shell-api/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { card, type ItemsServer, startItemsServer } from "../../testing/items-server.ts";
import { AboutCard } from "../about-card.tsx";

let server: ItemsServer;
afterEach(() => server.stop());

it("says who set each value and when, reverts one, and takes that back", async () => {
  server = await startItemsServer([card(1, { title: "On queues", tags: ["reading"], pinned: true })]);
  const at = "2026-11-20T11:00:00.000Z";
  const run = "00000000-0000-4000-8000-00000000000a";
  server.setters.push(
    { field: "tag:reading", by: "agent", run, at, before: null, revertible: true },
    { field: "pinned", by: "person", device: "Firefox on Linux", at, before: false, revertible: true },
    { field: "data.siteName", by: "server", at, before: null, revertible: false },
  );
  const { shell } = renderInShell(<AboutCard item={server.items.get(card(1).id)!} />, { http: server.http });
  const list = within(await screen.findByRole("list", { name: "Set since it came in" }));
  expect(list.getByText(/you, in Firefox on Linux/)).toBeVisible();
  expect(list.getByRole("link", { name: "an agent" })).toHaveAttribute("href", `/agents/runs/${run}`);
  expect(list.queryByRole("button", { name: "Revert site" })).toBeNull();
  await userEvent.click(list.getByRole("button", { name: "Revert tag reading" }));
  await waitFor(() => expect(server.items.get(card(1).id)?.tags).toEqual([]));
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("Reverted: Tag reading"));
  shell.shown.at(-1)?.action?.run();
  await waitFor(() => expect(server.items.get(card(1).id)?.tags).toEqual(["reading"]));
});
