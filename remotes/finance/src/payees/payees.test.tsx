import {
  PayeeChanged,
  PayeeDeletion,
  PayeeList,
  PayeeMerge,
  PayeePatch,
  PayeeQuery,
  PayeesDeleted,
  PayeesMerged,
} from "@tessera/contracts-finance/payees.ts";
import { renderInShell, showDialog } from "@tessera/shell-api/testing";
import { type Answer, type Call, type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import routes from "../routes.tsx";

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const payee = (n: number, name: string, transactions: number, aliases: string[] = []) => ({
  ...{ id: id(n), name, aliases, transactions, newest: transactions ? "2026-11-12" : null, version: 1 },
});
const PAYEES = [payee(1, "Bakery", 12, ["pos 4711"]), payee(2, "Corner Bakery", 3), payee(3, "Once", 0)];

let server: Loopback;
let asked: unknown[] = [];
let written: unknown[] = [];
const open = async (address = "/finance/payees") => {
  asked = [];
  written = [];
  const answer = ({ method, route, url, json }: Call): Answer => {
    if (method === "GET") {
      asked.push(Object.fromEntries(url.searchParams));
      return { json: { items: PAYEES, total: 3 } };
    }
    written.push([route, json]);
    if (route.endsWith("merges")) return { json: { act: id(9), payee: PAYEES[0], merged: 1, moved: 3 } };
    if (route.endsWith("deletions")) return { json: { act: id(9), deleted: 1, skipped: 1 } };
    return { json: { act: id(9), payee: PAYEES[1] } };
  };
  server = await startLoopback(answer, {
    "GET /api/finance/payees": { query: PayeeQuery, answer: PayeeList },
    [`PATCH /api/finance/payees/${id(2)}`]: { body: PayeePatch, answer: PayeeChanged },
    "POST /api/finance/payees/merges": { body: PayeeMerge, answer: PayeesMerged },
    "POST /api/finance/payees/deletions": { body: PayeeDeletion, answer: PayeesDeleted },
  });
  return renderInShell(routes, { path: address, http: server.http });
};
afterEach(async () => {
  cleanup();
  await server.stop();
});

it("lists payees with their use and spellings, each leading to its transactions", async () => {
  await open();
  expect(await screen.findByRole("heading", { level: 1, name: "Payees" })).toBeInTheDocument();
  const link = await screen.findByRole("link", { name: "Bakery" });
  expect(link).toHaveAttribute("href", `/finance/transactions?payee=${id(1)}`);
  expect(screen.getByText(/^Last on .*2026 · also pos 4711$/)).toBeVisible();
  expect(screen.getByText("Without transactions")).toBeVisible();
  expect(screen.getByText("3 payees")).toBeVisible();
});

it("searches once the person stops typing, and the address holds what is searched", async () => {
  const { router } = await open();
  fireEvent.change(await screen.findByLabelText("Search payees"), { target: { value: "bak" } });
  await waitFor(() => expect(asked.at(-1)).toEqual({ q: "bak", limit: "200", skip: "0" }));
  expect(router.state.location.search).toBe("?q=bak");
});

it("merges those that are selected into the one that the person chooses", async () => {
  const { shell } = await open();
  fireEvent.focus(await screen.findByRole("row", { name: /^Corner Bakery/ }));
  await act(() => shell.run("finance.check-payee"));
  await act(() => shell.run("finance.merge-payees"));
  expect(shell.shown.at(-1)?.message).toBe("Select two payees or more, then merge them.");
  fireEvent.click(screen.getByRole("checkbox", { name: "Select Bakery" }));
  fireEvent.click(screen.getByRole("button", { name: "Merge 2 payees" }));
  const dialog = await showDialog(shell);
  expect(dialog.in.getByLabelText("The one that stays")).toHaveValue(id(1));
  fireEvent.click(dialog.in.getByRole("button", { name: "Merge" }));
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("1 payee merged into Bakery, 3 transactions moved"));
  expect(written).toEqual([["POST /api/finance/payees/merges", { into: id(1), ids: [id(2)] }]]);
});

it("renames a payee and takes its spellings a line each; deletes what is unused and says what it kept", async () => {
  const { shell } = await open();
  fireEvent.focus(await screen.findByRole("row", { name: /^Corner Bakery/ }));
  await act(() => shell.run("finance.change-payee"));
  const dialog = await showDialog(shell);
  fireEvent.change(dialog.in.getByRole("textbox", { name: /^Name/ }), { target: { value: "Corner" } });
  fireEvent.change(dialog.in.getByLabelText("Other spellings"), { target: { value: "one\n\n two " } });
  fireEvent.click(dialog.in.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).toEqual([`PATCH /api/finance/payees/${id(2)}`, { name: "Corner", aliases: ["one", "two"] }]);
  await act(() => shell.run("finance.delete-payees"));
  await waitFor(() => expect(shell.shown.at(-1)?.message).toBe("1 payee deleted, 1 payee with transactions kept"));
  expect(written.at(-1)).toEqual(["POST /api/finance/payees/deletions", { ids: [id(2)] }]);
});
