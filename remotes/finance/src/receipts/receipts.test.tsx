import {
  Receipt,
  ReceiptCandidates,
  ReceiptChanged,
  ReceiptDismissed,
  ReceiptLink,
  ReceiptPage,
  ReceiptPatch,
  ReceiptQuery,
} from "@tessera/contracts-finance/receipts.ts";
import { Item, ItemPage, ItemQuery } from "@tessera/contracts-items/items.ts";
import { renderInShell } from "@tessera/shell-api/testing";
import { type Answer, type Call, type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import routes from "../routes.tsx";

const ID = "00000000-0000-4000-8000-000000000001";
const OTHER = "00000000-0000-4000-8000-000000000002";
const found = <T,>(value: T, confidence: number) => ({ value, confidence, reason: "Beside “total”" });
const receipt = {
  ...{ id: ID, merchant: "Corner Bakery", date: "2026-11-03", currency: "EUR", total: 1240, tax: null },
  lines: [{ text: "Apple cake", amount: 750 }],
  found: {
    merchant: found("Corner Bakery", 80),
    date: found("2026-11-03", 92),
    currency: found("EUR", 95),
    total: found(1240, 40),
    tax: null,
  },
  ...{ byHand: ["merchant"], state: "review", transaction: null, automatic: false, version: 3 },
  at: "2026-11-03T10:00:00.000Z",
};
const transaction = {
  ...{ id: OTHER, accountId: OTHER, date: "2026-11-04", valueDate: null, amount: -1240, currency: "EUR", payee: null },
  ...{ payeeText: "CORNER", note: null, reference: null, tags: [], state: "cleared", imported: true, version: 1 },
  splits: [{ amount: -1240, categoryId: null, note: null }],
};
const card = {
  ...{ id: ID, type: "receipt", title: "Corner Bakery", titleSource: "rule", body: "", parentId: null, tags: [] },
  ...{ status: "inbox", pinned: false, unread: false, dueAt: null, snoozeUntil: null, source: "capture" },
  ...{ sourceUrl: null, version: 1, createdAt: receipt.at, updatedAt: receipt.at, archivedAt: null, attachments: [] },
  data: { fileName: "a.png", mediaType: "image/png", bytes: 1 },
  processing: { receipt: { state: "success" } },
};

let server: Loopback;
let written: unknown[] = [];
const open = async (receipts: object[], own: object = card) => {
  written = [];
  const answers: Record<string, unknown> = {
    "GET /api/finance/receipts": { items: receipts, nextCursor: null },
    [`GET /api/finance/receipts/${ID}`]: receipt,
    [`GET /api/finance/receipts/${ID}/candidates`]: {
      items: [{ transaction, score: 90, reasons: [{ name: "amount", points: 45, of: 45, words: "The same amount" }] }],
    },
    "GET /api/items": { items: [], nextCursor: null, total: 0 },
    [`GET /api/items/${ID}`]: own,
  };
  const answer = ({ method, route, json }: Call): Answer => {
    if (method === "GET") return { json: answers[route] };
    written.push([route, json]);
    return { json: { act: ID, receipt } };
  };
  server = await startLoopback(answer, {
    "GET /api/finance/receipts": { query: ReceiptQuery, answer: ReceiptPage },
    [`GET /api/finance/receipts/${ID}`]: { answer: Receipt },
    [`GET /api/finance/receipts/${ID}/candidates`]: { answer: ReceiptCandidates },
    [`PATCH /api/finance/receipts/${ID}`]: { body: ReceiptPatch, answer: ReceiptChanged },
    [`DELETE /api/finance/receipts/${ID}`]: { answer: ReceiptDismissed },
    [`PUT /api/finance/receipts/${ID}/link`]: { body: ReceiptLink, answer: ReceiptChanged },
    "GET /api/items": { query: ItemQuery, answer: ItemPage },
    [`GET /api/items/${ID}`]: { answer: Item },
  });
  return renderInShell(routes, { path: "/finance/receipts", http: server.http });
};
afterEach(async () => {
  cleanup();
  await server.stop();
});

it("says what to do while there are no receipts", async () => {
  await open([]);
  expect(await screen.findByText(/^Drop photos or PDFs of receipts here/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Choose files" })).toBeVisible();
});

it("says who set each value and what to check, and saves a field when it is left", async () => {
  await open([receipt]);
  const total = await screen.findByLabelText("Total");
  expect(total).toHaveValue("12.40");
  expect(screen.getByText(/^Please check\. Beside “total”/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Use what was read: Corner Bakery" })).toBeVisible();
  fireEvent.change(total, { target: { value: "a lot" } });
  fireEvent.blur(total);
  expect(await screen.findByText("Enter an amount, for example 12.50.")).toBeVisible();
  fireEvent.change(total, { target: { value: "12,90" } });
  fireEvent.keyDown(total, { key: "Enter" });
  await waitFor(() => expect(written).toEqual([[`PATCH /api/finance/receipts/${ID}`, { total: 1290 }]]));
});

it("offers transactions with what speaks for them, and links the one that is taken", async () => {
  await open([receipt]);
  expect(await screen.findByText("90 of 100: the same amount.")).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "This is it" }));
  await waitFor(() => expect(written).toEqual([[`PUT /api/finance/receipts/${ID}/link`, { transactionId: OTHER }]]));
});

it("corrects lines in place, adds and deletes them, and says how their sum and the total differ", async () => {
  await open([receipt]);
  expect(await screen.findByText(/^The lines add up to .*7\.50, .*4\.90 less than the total\.$/)).toBeVisible();
  const amount = screen.getByLabelText("Line 1: amount");
  fireEvent.change(amount, { target: { value: "much" } });
  fireEvent.keyDown(amount, { key: "Enter" });
  expect(await screen.findByText("For example 12.50.")).toBeVisible();
  fireEvent.change(amount, { target: { value: "8" } });
  fireEvent.keyDown(amount, { key: "Enter" });
  fireEvent.click(screen.getByRole("button", { name: "Add a line" }));
  fireEvent.change(screen.getByLabelText("New line: what it is"), { target: { value: "Tea" } });
  fireEvent.change(screen.getByLabelText("New line: amount"), { target: { value: "4,90" } });
  fireEvent.keyDown(screen.getByLabelText("New line: amount"), { key: "Enter" });
  fireEvent.click(screen.getByRole("button", { name: "Delete line 1, Apple cake" }));
  const lines = [
    [{ text: "Apple cake", amount: 800 }],
    [
      { text: "Apple cake", amount: 750 },
      { text: "Tea", amount: 490 },
    ],
    [],
  ];
  await waitFor(() =>
    expect(written).toEqual(lines.map((one) => [`PATCH /api/finance/receipts/${ID}`, { lines: one }])),
  );
});

it("shows a mail that says what was paid as a mail, and leaves it one when it is no receipt", async () => {
  const data = { from: [], to: [], cc: [], date: receipt.at, html: null, warnings: [] };
  const mail = { ...card, type: "mail", title: "Your order", body: "Total: 12.40 EUR", data, processing: {} };
  await open([{ ...receipt, mail: true }], mail);
  expect(await screen.findByText(/ · From a mail$/)).toBeVisible();
  expect(await screen.findByRole("region", { name: "What the mail says" })).toHaveTextContent("Total: 12.40 EUR");
  expect(screen.getByRole("link", { name: "Your order" })).toHaveAttribute("href", `/items/mail/${ID}`);
  expect(screen.queryByRole("button", { name: "Read again" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Not a receipt" }));
  await waitFor(() => expect(written).toEqual([[`DELETE /api/finance/receipts/${ID}`, null]]));
});
