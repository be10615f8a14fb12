import { defineProblem, type ProblemCodeOf } from "@tessera/contracts-core/define-problem.ts";
import { isProblemOf, ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { problem } from "./problem.ts";

const catalogue = {
  noteNotFound: defineProblem("note_not_found", 404, "This note does not exist."),
  notebookFull: defineProblem("notebook_full", 409, "{notebook} holds {count} notes already."),
};
const { noteNotFound, notebookFull } = catalogue;
type NoteProblemCode = ProblemCodeOf<typeof catalogue>;

describe("a problem", () => {
  it("has the code, status and sentence of its definition, and what is added", () => {
    const thrown = problem(noteNotFound, { noteId: 7, headers: { "retry-after": "1" } });
    expect([thrown.code, thrown.getStatus(), thrown.detail]).toEqual([
      "note_not_found",
      404,
      "This note does not exist.",
    ]);
    expect(thrown.extra).toEqual({ noteId: 7, headers: { "retry-after": "1" } });
  });

  it("fills in parameters as they are, braces and all", () => {
    const thrown = problem(notebookFull, { notebook: "{count} & $1", count: 3 }, { count: 3 });
    expect([thrown.detail, thrown.extra]).toEqual(["{count} & $1 holds 3 notes already.", { count: 3 }]);
  });

  it("is refused by the compiler without a definition, or with other parameters than its sentence has", () => {
    // @ts-expect-error a bare code
    expect(() => problem("note_not_found")).toThrow();
    // @ts-expect-error no parameters
    expect(() => problem(notebookFull)).toThrow("needs the parameter notebook");
    // @ts-expect-error one is missing
    expect(() => problem(notebookFull, { notebook: "A" })).toThrow("needs the parameter count");
  });

  it("is recognised by its code in a page, which the compiler checks", () => {
    const error = new ProblemError({
      type: "about:blank",
      title: "Conflict",
      status: 409,
      code: "notebook_full",
      detail: "Full.",
    });
    expect(isProblemOf<NoteProblemCode>(error, "notebook_full")).toBe(true);
    expect(isProblemOf<NoteProblemCode>(error, "note_not_found")).toBe(false);
    expect(isProblemOf<NoteProblemCode>(new Error("notebook_full"), "notebook_full")).toBe(false);
    // @ts-expect-error no such code
    expect(isProblemOf<NoteProblemCode>(error, "notebook_fulll")).toBe(false);
    // @ts-expect-error no catalogue
    expect(isProblemOf(error, "notebook_full")).toBe(true);
  });
});
