import { renderInShell } from "@tessera/shell-api/testing";
import { ChoiceLines } from "@tessera/ui/choice-lines";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

const line = (id: string) => ({ id, label: `To ${id}` });

it("chooses a line by digit, and by arrows that continue at the other end, over all groups", async () => {
  const chosen: string[] = [];
  const person = userEvent.setup();
  renderInShell(
    <ChoiceLines groups={[[line("a"), line("b")], [line("c")]]} onChoose={({ id }) => void chosen.push(id)} />,
  );
  await person.tab();
  await person.keyboard("3{ArrowUp}");
  expect(screen.getByRole("button", { name: /^To c/ })).toHaveFocus();
  await person.keyboard("{Enter}{ArrowDown}{ArrowDown}{Enter}4");
  expect(chosen).toEqual(["c", "c", "b"]);
});
