import { refusalOf } from "./fresh-proof.ts";

const NOW = 1_800_000_000;
const amr = (method: string, ago: number) => ({ method, timestamp: NOW - ago });

it.each([
  ["a password given a minute ago", "aal1", [amr("password", 60)], null],
  ["a password given an hour ago", "aal1", [amr("password", 3600)], "reauthentication_needed"],
  ["nothing", "aal1", [], "reauthentication_needed"],
  [
    "an old second factor with a password of now",
    "aal2",
    [amr("totp", 3600), amr("password", 1)],
    "reauthentication_needed",
  ],
  ["a second factor given now", "aal2", [amr("totp", 1), amr("password", 3600)], null],
])("the token of another issuer that tells of %s", (_name, aal, methods, refusal) => {
  expect(refusalOf({ aal, amr: methods }, NOW)).toBe(refusal);
});
