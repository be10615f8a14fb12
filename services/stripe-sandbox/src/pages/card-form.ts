import { type AddressForm, countryList } from "../address.ts";
import type { BusinessForm } from "../business.ts";
import type { CardForm } from "../cards.ts";
import { type Html, html } from "./html.ts";

type Form = CardForm & AddressForm & BusinessForm;

export interface CardFormState {
  values?: Partial<Form>;
  errors?: Partial<Record<keyof Form, string>>;
  /** Why the bank refused the last attempt. */
  refusal?: string;
}

interface Field {
  name: keyof Form;
  label: string;
  autocomplete: string;
  placeholder?: string;
  numeric?: boolean;
  optional?: boolean;
}
const fields: Record<Exclude<keyof Form, "country">, Field> = {
  number: {
    name: "number",
    label: "Card number",
    autocomplete: "cc-number",
    placeholder: "1234 1234 1234 1234",
    numeric: true,
  },
  expiry: { name: "expiry", label: "Expiry date", autocomplete: "cc-exp", placeholder: "MM / YY" },
  cvc: { name: "cvc", label: "Security code", autocomplete: "cc-csc", placeholder: "CVC", numeric: true },
  name: { name: "name", label: "Name on card", autocomplete: "cc-name", placeholder: "Full name" },
  line1: { name: "line1", label: "Street and number", autocomplete: "billing street-address" },
  postal_code: { name: "postal_code", label: "Postal code", autocomplete: "billing postal-code" },
  city: { name: "city", label: "City", autocomplete: "billing address-level2" },
  business_name: {
    ...{ name: "business_name", label: "Business name", autocomplete: "billing organization", optional: true },
  },
  tax_number: { name: "tax_number", label: "VAT number", autocomplete: "off", optional: true },
};
/** Fields for words, which may be long. */
const WORDS: ReadonlySet<keyof Form> = new Set(["name", "line1", "city", "business_name"]);

/**
 * The fields of a card and, if wanted, of a billing address, with what is wrong beside each. What was typed stays, but
 * for the security code.
 */
export function cardForm(
  action: string,
  submit: string,
  state: CardFormState,
  cancel: Html | null,
  withAddress = false,
  withBusiness = false,
): Html {
  const wrong = (name: keyof Form) => {
    const error = state.errors?.[name];
    const hint = `${name}-error`;
    return {
      marks: error && html`aria-invalid="true" aria-describedby="${hint}"`,
      words: error && html`<p class="error" id="${hint}">${error}</p>`,
    };
  };
  const input = (field: Field) => {
    const { marks, words } = wrong(field.name);
    const value = field.name === "cvc" ? "" : (state.values?.[field.name] ?? "");
    return html`<div class="field">
<label for="${field.name}">${field.label}</label>
<input id="${field.name}" name="${field.name}" value="${value}" autocomplete="${field.autocomplete}" placeholder="${field.placeholder ?? ""}" ${field.numeric ? html`inputmode="numeric"` : ""} ${marks} maxlength="${WORDS.has(field.name) ? 200 : 30}" ${field.optional ? "" : html`required`} spellcheck="false">
${words}
</div>`;
  };
  const country = () => {
    const { marks, words } = wrong("country");
    const options = [["", "Choose a country"], ...countryList].map(
      ([code, name]) =>
        html`<option value="${code}" ${code === (state.values?.country ?? "") ? html`selected` : ""}>${name}</option>`,
    );
    return html`<div class="field">
<label for="country">Country</label>
<select id="country" name="country" autocomplete="billing country" ${marks} required>${options}</select>
${words}
</div>`;
  };
  const address = () => html`<fieldset><legend>Billing address</legend>
${input(fields.line1)}
<div class="pair">${input(fields.postal_code)}${input(fields.city)}</div>
${country()}
</fieldset>`;
  const business = () => html`<fieldset><legend>Business</legend>
<p class="quiet">Leave this empty if you buy for yourself.</p>
${input(fields.business_name)}
${input(fields.tax_number)}
</fieldset>`;
  const problem =
    state.refusal ?? (state.errors && Object.keys(state.errors).length ? "Check the fields marked below." : null);
  return html`${problem && html`<div class="alert" role="alert"><strong>${state.refusal ? "The payment did not go through" : "Something is missing"}</strong><p>${problem}</p></div>`}
<form method="post" action="${action}" novalidate>
${input(fields.number)}
<div class="pair">${input(fields.expiry)}${input(fields.cvc)}</div>
${input(fields.name)}
${withAddress && address()}
${withBusiness && business()}
<div class="actions"><button class="primary" type="submit">${submit}</button>${cancel}</div>
</form>`;
}

/** Which cards the sandbox takes. */
export const testCardHint = html`<div class="hint"><p>Test card <strong>4242 4242 4242 4242</strong>, any date to come, any three digits. Real cards are refused.</p>
<details><summary>Other test cards</summary>
<dl>
<div><dt>4000 0025 0000 3155</dt><dd>asks you to confirm with the bank first</dd></div>
<div><dt>4000 0000 0000 0002</dt><dd>is declined</dd></div>
<div><dt>4000 0000 0000 9995</dt><dd>has insufficient funds</dd></div>
<div><dt>4000 0000 0000 0341</dt><dd>can be kept, but fails when it is charged</dd></div>
<div><dt>4000 0000 0000 0259</dt><dd>pays, and each payment is disputed</dd></div>
</dl></details></div>`;
