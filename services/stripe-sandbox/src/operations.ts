import type { OperationDescription } from "@tessera/service-kit";

const page = { words: "The page", type: "text/html" };
const onwards = { words: "Leads on to the next page" };
const PAGES: [string, string][] = [
  ["GET /sandbox/checkout/{session}", "The page that takes a card"],
  ["POST /sandbox/checkout/{session}", "Pay"],
  ["POST /sandbox/checkout/{session}/code", "Use a promotion code, or take it off"],
  ["GET /sandbox/checkout/{session}/authenticate", "The page of the card's bank"],
  ["POST /sandbox/checkout/{session}/authenticate", "Answer the card's bank"],
  ["GET /sandbox/portal/{session}", "The page that manages a subscription"],
  ["POST /sandbox/portal/{session}/cancel", "Cancel the subscription"],
  ["POST /sandbox/portal/{session}/resume", "Take the cancellation back"],
  ["POST /sandbox/portal/{session}/business", "Keep a business name and VAT number, or remove them"],
  ["POST /sandbox/portal/{session}/invoices/{invoice}/pay", "Pay an open invoice"],
  ["GET /sandbox/portal/{session}/invoices/{invoice}/authenticate", "The page of the bank that asks for an invoice"],
  ["POST /sandbox/portal/{session}/invoices/{invoice}/authenticate", "Answer the bank that asks for an invoice"],
  ["GET /sandbox/portal/{session}/card", "The page that takes another card"],
  ["POST /sandbox/portal/{session}/card", "Give another card"],
  ["GET /sandbox/portal/{session}/card/authenticate", "The page of the other card's bank"],
  ["POST /sandbox/portal/{session}/card/authenticate", "Answer the other card's bank"],
  ["GET /sandbox/portal/{session}/events", "What was sent of the customer"],
  ["POST /sandbox/portal/{session}/events/{event}/send", "Send an event again"],
  ["GET /sandbox/portal/{session}/payments", "What was charged to the customer"],
  ["POST /sandbox/portal/{session}/payments/delete-customer", "Delete the customer"],
  ["POST /sandbox/portal/{session}/payments/start", "Start a plan as the seller"],
  ["POST /sandbox/portal/{session}/payments/{charge}/refund", "Refund a payment, or a part of it"],
  ["POST /sandbox/portal/{session}/payments/{charge}/dispute", "Dispute a payment"],
  ["POST /sandbox/portal/{session}/payments/{charge}/decide", "Decide a dispute"],
  ["GET /sandbox/portal/{session}/clock", "The test clock of the customer"],
  ["POST /sandbox/portal/{session}/clock/advance", "Let time pass"],
  ["POST /sandbox/portal/{session}/clock/next-payment", "Decide whether the next payment fails"],
  ["POST /sandbox/portal/{session}/clock/after-retries", "Decide what becomes of a plan whose payment fails each time"],
  ["GET /sandbox/invoice/{invoice}", "An invoice"],
];

export const ABOUT =
  "The hosted pages of the embedded payment provider. Its Stripe API listens on an address of its own.";

/** What the pages do; each answers HTML, also when it refuses. */
export const operations: Record<string, OperationDescription> = {
  ...Object.fromEntries(
    PAGES.map(([name, summary]) => [
      name,
      {
        summary,
        answers: { 200: page, 302: onwards, 303: onwards, 402: page, 404: page, 409: page },
      } satisfies OperationDescription,
    ]),
  ),
  "GET /sandbox/style.css": {
    summary: "Style sheet of the pages",
    answers: { 200: { words: "The style sheet", type: "text/css" } },
  },
  "GET /sandbox/card.js": {
    summary: "Script of the card's form",
    answers: { 200: { words: "The script", type: "text/javascript" } },
  },
};
