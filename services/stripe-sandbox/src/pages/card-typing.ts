/** Where pages with a card form fetch their script. */
export const CARD_SCRIPT = "/sandbox/card.js";

/**
 * Script of the pages with a card form: digits of the number stand in groups of four and the expiry date gets its
 * stroke, as they are typed. The caret stays behind the digit it was behind. Without it the form works all the same.
 */
export const cardTyping = `"use strict";
const digitsOf = (text) => text.replace(/\\D/g, "");
const grouped = (text) => digitsOf(text).slice(0, 19).replace(/(\\d{4})(?=\\d)/g, "$1 ");
const stroked = (text) => {
  const digits = digitsOf(text);
  const month = /^[2-9]/.test(digits) ? "0" + digits : digits;
  return month.length > 2 ? month.slice(0, 2) + " / " + month.slice(2, 6) : month;
};
for (const [id, shape] of [["number", grouped], ["expiry", stroked]]) {
  const field = document.getElementById(id);
  field?.addEventListener("input", (event) => {
    // What is deleted stays as it is: else a space would come back at once.
    if (event.isComposing || event.inputType?.startsWith("delete")) return;
    const shaped = shape(field.value);
    if (shaped === field.value) return;
    const behind = digitsOf(field.value.slice(field.selectionStart)).length;
    field.value = shaped;
    let caret = shaped.length;
    for (let left = behind; left > 0; caret -= 1) if (/\\d/.test(shaped[caret - 1])) left -= 1;
    field.setSelectionRange(caret, caret);
  });
}
`;
