import { renderInShell } from "@tessera/shell-api/testing";
import { windowWidth } from "@tessera/testing/window-width.ts";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import routes from "../routes.tsx";
import { isTaken, written } from "./pressed-keys.ts";

beforeEach(() => windowWidth(1440));

async function open(keys: Record<string, string[]> = {}) {
  const offered = [{ id: "items.inbox", title: "Open the inbox", keys: "g i" }];
  const { shell } = renderInShell(routes, { path: "/settings/keyboard", offered, preferencesValue: { keys } });
  await screen.findByRole("searchbox", { name: "Search the shortcuts" });
  const line = (name: string) => within(screen.getByRole("listitem", { name }));
  const change = (name: string) => userEvent.click(screen.getByRole("button", { name: `Change the key of ${name}` }));
  const more = async (name: string, act: string) => {
    await userEvent.click(screen.getByRole("button", { name: `More for ${name}` }));
    await userEvent.click(await screen.findByRole("menuitem", { name: act }));
  };
  return { shell, line, change, more, chosen: () => shell.preferences.get().keys };
}

it("shows the whole map in its groups, and finds a line by a word or by its key", async () => {
  const { line } = await open();
  expect(line("Archive").getByText("e")).toBeVisible();
  expect(within(screen.getByRole("region", { name: "In every list" })).getByText("Undo")).toBeVisible();
  const search = screen.getByRole("searchbox", { name: "Search the shortcuts" });
  await userEvent.type(search, "g i");
  expect(screen.getAllByRole("listitem", { name: /./ }).map((row) => row.getAttribute("aria-label"))).toContain(
    "Open the inbox",
  );
  expect(screen.queryByRole("listitem", { name: "Archive" })).toBeNull();
  await userEvent.clear(search);
  await userEvent.type(search, "nothing such");
  expect(screen.getByText("No shortcut matches “nothing such”.")).toBeVisible();
});

it("takes the key that is pressed, and gives the product's back", async () => {
  const { line, change, more, chosen } = await open();
  await change("Archive");
  await userEvent.keyboard("b");
  await waitFor(() => expect(chosen()).toEqual({ archive: ["b"] }));
  expect(line("Archive").getByText("b")).toBeVisible();
  await more("Archive", "Reset");
  await waitFor(() => expect(chosen()).toEqual({}));
});

it("says what has the key now, and takes it from there when the person wants it", async () => {
  const { line, change, chosen } = await open();
  await change("Archive");
  await userEvent.keyboard("t");
  expect(line("Archive").getByText("“t” is “Tag” now.")).toBeVisible();
  expect(chosen()).toEqual({});
  await userEvent.click(line("Archive").getByRole("button", { name: "Use it here" }));
  await waitFor(() => expect(chosen()).toEqual({ archive: ["t"], tag: [] }));
  expect(line("Tag").getByText("No key")).toBeVisible();
});

it("records two keys where the first begins others, and leaves alone what belongs to the page or the browser", async () => {
  const { line, change, chosen } = await open();
  await change("Archive");
  await userEvent.keyboard("{Enter}");
  expect(line("Archive").getByText(/belongs to the browser or the page/)).toBeVisible();
  await userEvent.keyboard("gw");
  await waitFor(() => expect(chosen()).toEqual({ archive: ["g w"] }));
  await change("Tag");
  await userEvent.keyboard("{Escape}");
  expect(line("Tag").queryByText("Press the keys")).toBeNull();
  expect(chosen()).toEqual({ archive: ["g w"] });
});

it("adds keys beside those there are, takes all away, and resets everything with a way back", async () => {
  const { shell, more, chosen } = await open({ pin: ["b"] });
  await more("Archive", "Add another key");
  await userEvent.keyboard("{Control>}b{/Control}");
  await waitFor(() => expect(chosen()).toEqual({ pin: ["b"], archive: ["e", "$mod+b"] }));
  await more("Tag", "Use no key");
  await waitFor(() => expect(chosen().tag).toEqual([]));
  const before = chosen();
  await userEvent.click(screen.getByRole("button", { name: "Reset all keys" }));
  await waitFor(() => expect(chosen()).toEqual({}));
  await shell.shown.at(-1)?.action?.run();
  expect(chosen()).toEqual(before);
});

it("writes a press as the map does", () => {
  const press = { key: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  expect(written({ ...press, key: "e" })).toBe("e");
  expect(written({ ...press, key: "E", shiftKey: true })).toBe("Shift+E");
  expect(written({ ...press, key: "#", shiftKey: true })).toBe("[Shift]+#");
  expect(written({ ...press, key: "k", metaKey: true })).toBe("$mod+k");
  expect(written({ ...press, key: "F6" })).toBe("F6");
  expect(written({ ...press, key: "Shift", shiftKey: true })).toBeNull();
  expect(isTaken({ ...press, key: "w", ctrlKey: true })).toBe(true);
  expect(isTaken({ ...press, key: "w" })).toBe(false);
});
