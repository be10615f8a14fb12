import { jest } from "@jest/globals";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FieldProblem, LEAVING, useSubmit } from "./use-submit.ts";

const sentenceOf = (error: unknown) => `Not saved. ${(error as Error).message}`;
const isProblem = (error: unknown) => (error as Error).message === "taken";

function Form({ act }: { act: (typed: string) => unknown }) {
  const { busy, problem, failure, field, submit } = useSubmit(sentenceOf, isProblem);
  return (
    <form onSubmit={submit(() => act(field.current?.value ?? ""))} aria-busy={busy} aria-label="Form">
      <input ref={field} aria-label="Name" />
      {problem && <p role="alert">Problem: {problem}</p>}
      {failure && <p role="alert">Failure: {failure}</p>}
      <button type="submit">Save</button>
    </form>
  );
}

const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
const form = () => screen.getByRole("form");

describe("a form", () => {
  it("acts once at a time, and is busy meanwhile", async () => {
    const acted = Promise.withResolvers<void>();
    const work = jest.fn<() => Promise<void>>(() => acted.promise);
    render(<Form act={work} />);
    await save();
    await save();
    expect(work).toHaveBeenCalledTimes(1);
    expect(form()).toHaveAttribute("aria-busy", "true");
    await act(async () => acted.resolve());
    expect(form()).toHaveAttribute("aria-busy", "false");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("stays busy while the page is left", async () => {
    const work = jest.fn<() => string>(() => LEAVING);
    render(<Form act={work} />);
    await save();
    await save();
    expect(form()).toHaveAttribute("aria-busy", "true");
    expect(work).toHaveBeenCalledTimes(1);
  });

  it("says what is wrong with the field, at once or when the service says so, and goes there", async () => {
    const field = () => screen.getByRole<HTMLInputElement>("textbox");
    render(
      <Form
        act={(typed) => {
          if (!typed) throw new FieldProblem("Enter a name.");
          throw new Error("taken");
        }}
      />,
    );
    await save();
    expect(screen.getByRole("alert")).toHaveTextContent("Problem: Enter a name.");
    expect(field()).toHaveFocus();
    await userEvent.type(field(), "Ines");
    await save();
    expect(screen.getByRole("alert")).toHaveTextContent("Problem: Not saved. taken");
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 4]);
  });

  it("says what failed, until it is sent again", async () => {
    const work = jest
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new Error("There is no connection."))
      .mockResolvedValue();
    render(<Form act={work} />);
    await save();
    expect(screen.getByRole("alert")).toHaveTextContent("Failure: Not saved. There is no connection.");
    await save();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
