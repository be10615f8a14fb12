import type { CardBehaviour } from "./state/documents.ts";

/** Test cards as https://docs.stripe.com/testing lists them. */
const testCards: Record<string, { brand: string; behaviour: CardBehaviour }> = {
  "4242424242424242": { brand: "visa", behaviour: "ok" },
  "5555555555554444": { brand: "mastercard", behaviour: "ok" },
  "4000000000000002": { brand: "visa", behaviour: "declined" },
  "4000000000000341": { brand: "visa", behaviour: "fails-when-charged" },
  "4000000000009995": { brand: "visa", behaviour: "insufficient-funds" },
  "4000000000000259": { brand: "visa", behaviour: "disputed" },
  "4000002500003155": { brand: "visa", behaviour: "needs-authentication" },
};

/** What the person typed about a card. */
export interface CardForm {
  number: string;
  expiry: string;
  cvc: string;
  name: string;
}
export interface ReadCard {
  brand: string;
  behaviour: CardBehaviour;
  last4: string;
  exp_month: number;
  exp_year: number;
  name: string;
}

/** Reads a card form. @param now seconds since 1970 @returns the card, or what is wrong with each field, in words */
export function readCard(form: CardForm, now: number): ReadCard | { errors: Partial<Record<keyof CardForm, string>> } {
  const errors: Partial<Record<keyof CardForm, string>> = {};
  const number = form.number.replace(/[\s-]/g, "");
  const known = testCards[number];
  if (!/^\d{13,19}$/.test(number)) errors.number = "Enter the whole card number.";
  else if (!known)
    errors.number = passesLuhn(number)
      ? "This is a sandbox: real cards are not taken. Use a test card such as 4242 4242 4242 4242."
      : "This card number is not valid. Check its digits.";
  const expiry =
    /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(form.expiry) ?? /^\s*(\d{2})(\d{2})\s*$/.exec(form.expiry);
  const exp_month = Number(expiry?.[1]);
  const exp_year = Number(expiry?.[2]) + (expiry?.[2]?.length === 2 ? 2000 : 0);
  const today = new Date(now * 1000);
  if (!expiry || exp_month < 1 || exp_month > 12)
    errors.expiry = "Enter the expiry date as month / year, for example 12 / 34.";
  else if (exp_year * 12 + exp_month < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1)
    errors.expiry = "This card has expired. Use another one.";
  if (!/^\s*\d{3,4}\s*$/.test(form.cvc)) errors.cvc = "Enter the three digits from the back of the card.";
  if (!form.name.trim()) errors.name = "Enter the name on the card.";
  if (Object.keys(errors).length || !known) return { errors };
  return { ...known, last4: number.slice(-4), exp_month, exp_year, name: form.name.trim().slice(0, 200) };
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    sum += i % 2 ? ((digit * 2) % 10) + Math.floor((digit * 2) / 10) : digit;
  }
  return sum % 10 === 0;
}

/** Why a card was refused: codes of https://docs.stripe.com/declines/codes and the sentence a buyer is shown. */
export interface Refusal {
  code: string;
  decline_code: string;
  message: string;
}

const refusals: Record<Exclude<CardBehaviour, "ok" | "disputed">, Refusal> = {
  declined: { code: "card_declined", decline_code: "generic_decline", message: "Your card was declined." },
  "fails-when-charged": { code: "card_declined", decline_code: "generic_decline", message: "Your card was declined." },
  "insufficient-funds": {
    code: "card_declined",
    decline_code: "insufficient_funds",
    message: "Your card has insufficient funds.",
  },
  "needs-authentication": {
    code: "authentication_required",
    decline_code: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
  },
};

/** How the card answers a charge; null when it pays. */
export const refusalOf = (behaviour: CardBehaviour): Refusal | null =>
  behaviour === "ok" || behaviour === "disputed" ? null : refusals[behaviour];

/** Whether the card may be kept for later charges without being charged now. */
export const attaches = (behaviour: CardBehaviour): boolean =>
  behaviour !== "declined" && behaviour !== "insufficient-funds";
