import { apiExamples, curlOf } from "@tessera/contracts-items/api-examples.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { bookmarkletOf } from "./bookmarklet.ts";
import SaveSection from "./save-section.tsx";

const open = () => renderInShell([{ path: "*", Component: SaveSection }], { path: "/settings/save-from-anywhere" });

it("has the bookmark's code as a link to drag, which says so where it is pressed", async () => {
  const { shell } = open();
  const link = await screen.findByRole("link", { name: "Save to Tessera" });
  expect(link.getAttribute("href")).toBe(bookmarkletOf(location.origin));
  await userEvent.click(link);
  expect(shell.shown.at(-1)).toMatchObject({ message: expect.stringMatching(/^Here it does nothing/) });
});

it("gives the address that the browser extension is connected to", async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole("button", { name: "Copy the address" }));
  expect(await navigator.clipboard.readText()).toBe(location.origin);
});

it("gives the code, and each command of the API, to copy", async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole("button", { name: "Copy the code" }));
  expect(await navigator.clipboard.readText()).toBe(bookmarkletOf(location.origin));
  for (const example of apiExamples) {
    await person.click(screen.getByRole("button", { name: `Copy: ${example.title}` }));
    expect(await navigator.clipboard.readText()).toBe(curlOf(example, location.origin));
  }
});
