import { MenuItem } from "@tessera/fluent-data";
import { renderInShell } from "@tessera/shell-api/testing";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LazyMenu, type OpenMenu } from "./lazy-menu.tsx";
import { MenuPopup } from "./menu-popup.tsx";

const chosen: string[] = [];
const Lines = ({ menu, words }: { menu: OpenMenu; words: string[] }) => (
  <MenuPopup menu={menu}>
    {words.map((word) => (
      <MenuItem key={word} onClick={() => void chosen.push(word)}>
        {word}
      </MenuItem>
    ))}
  </MenuPopup>
);

function show(load: () => Promise<typeof Lines | undefined>) {
  renderInShell(
    <LazyMenu trigger={<button type="button">Fruit</button>} load={load} lines={{ words: ["Apple", "Pear"] }} />,
  );
  return { user: userEvent.setup(), button: screen.getByRole("button", { name: "Fruit" }) };
}

it("opens a menu that is named by its button, by mouse", async () => {
  const { user, button } = show(async () => Lines);
  expect(button).toHaveAttribute("aria-expanded", "false");
  await user.click(button);
  expect(await screen.findByRole("menu", { name: "Fruit" })).toBeVisible();
  expect(button).toHaveAttribute("aria-expanded", "true");
  await user.click(button);
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(button).toHaveAttribute("aria-expanded", "false");
});

it("opens by the arrow key, and gives the focus back to its button", async () => {
  const { user, button } = show(async () => Lines);
  button.focus();
  await user.keyboard("{ArrowDown}");
  await screen.findByRole("menu");
  // Nothing is visible without a layout: that the menu takes the focus is tested in the browser (lists.e2e.ts).
  act(() => screen.getByRole("menuitem", { name: "Apple" }).focus());
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(button).toHaveFocus();
  await user.keyboard("{Enter}");
  await user.click(await screen.findByRole("menuitem", { name: "Pear" }));
  expect(chosen).toEqual(["Pear"]);
  await waitFor(() => expect(button).toHaveFocus());
  expect(screen.queryByRole("menu")).toBeNull();
});

it("stays closed when its menu does not arrive, and the next press tries again", async () => {
  const answers = [undefined, Lines];
  const { user, button } = show(async () => answers.shift());
  await user.click(button);
  expect(screen.queryByRole("menu")).toBeNull();
  await user.click(button);
  expect(await screen.findByRole("menu", { name: "Fruit" })).toBeVisible();
});
