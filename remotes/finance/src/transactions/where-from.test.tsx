import { History, Undone } from "@tessera/contracts-finance/acts.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { WhereFrom } from "./where-from.tsx";

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const at = "2026-11-12T09:00:00Z";
const act = (n: number, kind: "transaction" | "import", words: string, undone = false) => ({
  ...{ id: id(n), kind, of: kind, words, at, undone },
});
const history = {
  items: [
    { act: act(3, "transaction", "Note changed", true), did: "changed", fields: ["note"] },
    { act: act(2, "transaction", "Transaction changed"), did: "changed", fields: ["payee", "category"] },
    {
      ...{ act: act(1, "import", "3 transactions imported"), did: "created", fields: [] },
      rules: [{ field: "tags", id: id(9), name: "Weekly shop", version: 1 }],
    },
  ],
};

let server: Loopback;
afterEach(() => server.stop());

it("says which acts and rules set what of a transaction, and takes one of its own back", async () => {
  const undone: string[] = [];
  server = await startLoopback(
    ({ method, url }) => {
      if (method === "GET") return { status: 200, json: history };
      undone.push(url.pathname);
      return { status: 200, json: { act: id(4), reverted: 1, kept: 0 } };
    },
    {
      [`GET /api/finance/transactions/${id(8)}/history`]: { answer: History },
      [`POST /api/finance/acts/${id(2)}/undo`]: { answer: Undone },
    },
  );
  let left = 0;
  renderInShell(<WhereFrom id={id(8)} onLeave={() => left++} />, { http: server.http });
  await userEvent.click(screen.getByText("Where its values come from"));
  const list = within(await screen.findByRole("list", { name: "Where its values come from" }));
  expect(await list.findByText(/3 transactions imported: it was added/)).toHaveTextContent(
    "tags by the rule Weekly shop",
  );
  expect(list.getByText(/Transaction changed: set payee and category/)).toBeVisible();
  expect(list.getAllByRole("button", { name: "Undo this change" })).toHaveLength(1);
  await userEvent.click(list.getByRole("button", { name: "Undo this change" }));
  await waitFor(() => expect(undone).toEqual([`/api/finance/acts/${id(2)}/undo`]));
  expect(left).toBe(1);
});
