import { cardForm } from "./card-form.ts";
import { cardTyping } from "./card-typing.ts";

beforeEach(() => {
  document.body.innerHTML = cardForm("/pay", "Pay", {}, null).text;
  new Function(cardTyping)();
});

const field = (id: string) => document.getElementById(id) as HTMLInputElement;

/** Types into a field where its caret is, letter by letter, as a browser does. */
function type(id: string, text: string): string {
  const input = field(id);
  for (const letter of text) {
    input.setRangeText(letter, input.selectionStart!, input.selectionEnd!, "end");
    input.dispatchEvent(new InputEvent("input", { inputType: "insertText", data: letter }));
  }
  return input.value;
}

it("puts the digits of a card's number into groups of four", () => {
  expect(type("number", "42424242")).toBe("4242 4242");
  expect(type("number", "42424242")).toBe("4242 4242 4242 4242");
});

it("groups a number that is pasted with other signs between", () => {
  const number = field("number");
  number.value = "4242-4242-42424242";
  number.setSelectionRange(18, 18);
  number.dispatchEvent(new InputEvent("input", { inputType: "insertFromPaste" }));
  expect([number.value, number.selectionStart]).toEqual(["4242 4242 4242 4242", 19]);
});

it("keeps the caret behind the digit that was typed within", () => {
  type("number", "42424242");
  field("number").setSelectionRange(2, 2);
  expect(type("number", "9")).toBe("4294 2424 2");
  expect(field("number").selectionStart).toBe(3);
});

it("puts the stroke into the expiry date", () => {
  expect(type("expiry", "1234")).toBe("12 / 34");
  field("expiry").value = "";
  expect(type("expiry", "734")).toBe("07 / 34");
});

it("leaves what is deleted as it is", () => {
  const number = field("number");
  number.value = "4242 ";
  number.dispatchEvent(new InputEvent("input", { inputType: "deleteContentBackward" }));
  expect(number.value).toBe("4242 ");
});
