import { readFileSync } from "node:fs";
import path from "node:path";
import { AccountList } from "@tessera/contracts-finance/accounts.ts";
import { CategoryList } from "@tessera/contracts-finance/categories.ts";
import { PayeeList } from "@tessera/contracts-finance/payees.ts";
import { RuleList, RuleSuggestions } from "@tessera/contracts-finance/rules.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { cleanup, screen } from "@testing-library/react";
import routes from "./routes.tsx";

const manifest = JSON.parse(readFileSync(path.resolve(import.meta.dirname, "../manifest.json"), "utf8")) as {
  routes: { path: string; title: string }[];
};

const ID = "00000000-0000-4000-8000-000000000001";
const empty = { items: [] };

/** What the service answers to a person without books. */
const answers: Record<string, unknown> = {
  "GET /api/finance/accounts": empty,
  "GET /api/finance/categories": { items: [{ id: ID, name: "Food", parentId: null, splits: 0, version: 1 }] },
  "GET /api/finance/payees": empty,
  "GET /api/finance/rules/suggestions": empty,
  "GET /api/finance/rules": {
    items: [
      {
        ...{ id: ID, name: "Supermarket", stage: null, enabled: true, fault: null, specificity: 0, set: 3, version: 1 },
        condition: {
          all: [
            { field: "bank", is: "contains", value: "rewe" },
            { field: "amount", is: "between", value: [100, 5000] },
          ],
        },
        actions: [{ category: ID }, { addTags: ["weekly"] }],
      },
    ],
  },
};

let server: Loopback;
const open = async (address: string) => {
  server = await startLoopback(({ route }) => ({ json: answers[route] }), {
    "GET /api/finance/accounts": { answer: AccountList },
    "GET /api/finance/categories": { answer: CategoryList },
    "GET /api/finance/payees": { answer: PayeeList },
    "GET /api/finance/rules": { answer: RuleList },
    "GET /api/finance/rules/suggestions": { answer: RuleSuggestions },
  });
  return renderInShell(routes, { path: address, http: server.http });
};
afterEach(async () => {
  cleanup();
  await server.stop();
});

/** The shell gives the document the title that the manifest has for a path. */
const titleOf = (address: string) => manifest.routes.find((route) => route.path === address)?.title;

it("leads from /finance to its first page, with the way to the others [route.finance]", async () => {
  await open("/finance");
  expect(await screen.findByRole("heading", { level: 1, name: "Accounts" })).toBeVisible();
  const others = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(others).toEqual(expect.arrayContaining(["/finance/rules", "/finance/categories"]));
  expect(titleOf("/finance")).toBe("Finance");
});

it("names the rules in the document and on the page, and says what each looks for and does [route.finance-rules]", async () => {
  await open("/finance/rules");
  expect(await screen.findByRole("heading", { level: 1, name: "Classification Rules" })).toBeInTheDocument();
  expect(titleOf("/finance/rules")).toBe("Classification Rules");
  expect(await screen.findByText("Supermarket")).toBeVisible();
  expect(
    await screen.findByText(
      "Payee as the bank writes it contains “rewe” and amount is between €1.00 and €50.00 → category Food, tags weekly",
    ),
  ).toBeVisible();
});

it("names the categories in the document and on the page [route.finance-categories]", async () => {
  await open("/finance/categories");
  expect(await screen.findByRole("heading", { level: 1, name: "Finance Categories" })).toBeInTheDocument();
  expect(titleOf("/finance/categories")).toBe("Finance Categories");
  expect(await screen.findByText("Food")).toBeVisible();
});
