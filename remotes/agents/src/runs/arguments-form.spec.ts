import { fieldName, fieldsOf, readFields } from "./arguments-form.ts";

const before = { title: "12", tags: ["home"], limit: 5 };

test("what was not changed is what it was", () => {
  expect(readFields(before, fieldsOf(before))).toEqual({ values: before });
});

test("texts stay texts, everything else is read, and what cannot be read is named", () => {
  expect(readFields(before, { title: "13", tags: '["away"]', limit: "7" })).toEqual({
    values: { title: "13", tags: ["away"], limit: 7 },
  });
  expect(readFields(before, { ...fieldsOf(before), tags: "[home" })).toEqual({ unreadable: "tags" });
});

test.each([
  ["title", "Title"],
  ["addTags", "Add tags"],
  ["due_at", "Due at"],
  ["URL", "URL"],
])("%s is called %s", (argument, name) => expect(fieldName(argument)).toBe(name));
