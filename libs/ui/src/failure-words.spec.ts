import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { failureWords } from "./failure-words.ts";

const problem = (status: number, code: string) =>
  new ProblemError({ type: "about:blank", title: "Error", status, code, detail: "Items took too long to answer." });

it("says that nothing was done, and why", () => {
  expect(failureWords("Nothing was saved.", new Error("The name is taken."))).toBe(
    "Nothing was saved. The name is taken.",
  );
  expect(failureWords("Nothing was saved.", problem(503, "service_off"))).toMatch(/^Nothing was saved\. Items took/);
});

it.each([
  ["the server did not answer", Object.assign(new TypeError("Items took too long to answer."), { mayBeDone: true })],
  ["the service did not answer", problem(504, "service_timeout")],
  ["the connection to the service broke", problem(502, "service_broke_off")],
])("does not say so where %s", (_, error) => {
  expect(failureWords("Nothing was saved.", error)).toBe("Items took too long to answer.");
});
