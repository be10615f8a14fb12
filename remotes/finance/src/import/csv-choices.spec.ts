import { rolesOf, withRole } from "./csv-choices.ts";

it("gives a role to one column, and lets go of what says the same", () => {
  expect(withRole(["date", "amount", "memo"], 2, "amount")).toEqual(["date", null, "amount"]);
  expect(withRole(["date", "amount", "memo"], 1, "memo")).toEqual(["date", "memo", "memo"]);
  expect(withRole(["date", "amount", null], 2, "debit")).toEqual(["date", null, "debit"]);
  expect(withRole(["date"], 2, "payee")).toEqual(["date", null, "payee"]);
  expect(withRole(["date", "payee"], 1, null)).toEqual(["date", null]);
});

it("reads all roles, and those of a service of an earlier version", () => {
  const reading = { columns: ["date", null, "payee"] } as unknown as Parameters<typeof rolesOf>[0];
  expect(rolesOf({ ...reading, roles: ["date", "payer", "payee", "later"] })).toEqual(["date", "payer", "payee", null]);
  expect(rolesOf(reading)).toEqual(["date", null, "payee"]);
});
