import { Button } from "@tessera/fluent";
import { renderInShell } from "@tessera/shell-api/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { removes, useRemovedRow } from "./use-removed-row.ts";

interface Fruit {
  name: string;
  /** Whether it can be removed. */
  own?: boolean;
}

function Rows({ fruits, remove }: { fruits: Fruit[]; remove: (name: string) => void }) {
  return (
    <ul ref={useRemovedRow<HTMLUListElement>()}>
      {fruits.map(({ name, own = true }) => (
        <li key={name}>
          <Button>Rename {name}</Button>
          {own && (
            <Button {...removes} onClick={() => remove(name)}>
              Remove {name}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A list whose rows leave later, as after an answer. */
function Page({ first, whole }: { first: Fruit[]; whole: boolean }) {
  const [fruits, setFruits] = useState(first);
  const remove = (name: string) =>
    void Promise.resolve().then(() => setFruits((before) => before.filter((one) => one.name !== name)));
  return (
    <>
      <h1>Kitchen</h1>
      {(!whole || fruits.length > 0) && (
        <section>
          <h2>Fruit</h2>
          {fruits.length > 0 && <Rows fruits={fruits} remove={remove} />}
        </section>
      )}
      <Button>Elsewhere</Button>
    </>
  );
}
const show = (...first: Fruit[]) => renderInShell(<Page first={first} whole={false} />);
const button = (name: string) => screen.getByRole("button", { name });
async function press(name: string) {
  button(name).focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("button", { name })).not.toBeInTheDocument());
}

it("continues at the same control of the next row", async () => {
  show({ name: "apple" }, { name: "pear" }, { name: "plum" });
  await press("Remove apple");
  await waitFor(() => expect(button("Remove pear")).toHaveFocus());
  await press("Remove pear");
  await waitFor(() => expect(button("Remove plum")).toHaveFocus());
});

it("continues at the row before where none follows, past rows that stay", async () => {
  show({ name: "apple" }, { name: "pear", own: false }, { name: "plum" });
  await press("Remove plum");
  await waitFor(() => expect(button("Remove apple")).toHaveFocus());
});

it("continues at the heading when nothing is left to remove, or no list", async () => {
  show({ name: "pear", own: false }, { name: "plum" });
  await press("Remove plum");
  await waitFor(() => expect(screen.getByRole("heading", { name: "Fruit" })).toHaveFocus());
});

it.each([
  ["list", false, "Fruit"],
  ["section", true, "Kitchen"],
])("continues at the nearest heading when the %s leaves with its last row", async (_, whole, heading) => {
  renderInShell(<Page first={[{ name: "plum" }]} whole={whole} />);
  await press("Remove plum");
  await waitFor(() => expect(screen.getByRole("heading", { name: heading })).toHaveFocus());
});

it("stays where the person went meanwhile", async () => {
  show({ name: "apple" }, { name: "pear" });
  button("Remove apple").focus();
  button("Remove apple").click();
  button("Elsewhere").focus();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Remove apple" })).not.toBeInTheDocument());
  expect(button("Elsewhere")).toHaveFocus();
});
