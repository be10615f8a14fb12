import { anyTaxNumber, readTaxNumber } from "./tax-numbers.ts";

it.each([
  ["eu_vat", "de 123 456 789", "DE123456789"],
  ["eu_vat", "ATU12345678", "ATU12345678"],
  ["eu_vat", "NL123456789B12", "NL123456789B12"],
  ["gb_vat", "GB 123 4567 89", "GB123456789"],
  ["ch_vat", "CHE-123.456.789 MWST", "CHE123456789MWST"],
  ["us_ein", "12-3456789", "123456789"],
])("a number of kind %s is kept as it is written there: %s", (type, typed, value) => {
  expect(readTaxNumber(type, typed)).toEqual({ type, value });
  expect(anyTaxNumber(typed)).toEqual({ type, value });
});

it.each([
  ["eu_vat", "DE12345678"],
  ["eu_vat", "XX123456789"],
  ["eu_vat", "GB123456789"],
  ["gb_vat", "DE123456789"],
  ["no_vat", "DE123456789"],
  ["toString", "DE123456789"],
])("refuses as %s: %s", (type, typed) => expect(readTaxNumber(type, typed)).toBeNull());
