import { type FormEvent, type RefObject, useRef, useState } from "react";

/** What was typed cannot be sent as it is. The message is shown at the field, which takes the focus. */
export class FieldProblem extends Error {
  override name = "FieldProblem";
}

/** What a form's act may resolve with: the form stays busy while the page is left. */
export const LEAVING = "leaving";

export interface Submit<Field extends HTMLInputElement | HTMLTextAreaElement> {
  busy: boolean;
  /** What is wrong with the field. */
  problem: string | null;
  /** What went wrong with the whole. */
  failure: string | null;
  /** The field that a problem is about. */
  field: RefObject<Field | null>;
  /** Acts once at a time, and says what went wrong. For a form's `onSubmit`, or with a button's act. */
  submit(act: () => unknown): (event?: FormEvent) => Promise<void>;
  clear(): void;
}

/**
 * The state of a form: busy while it acts; afterwards a problem with its field, or a failure.
 * `sentenceOf` puts an error into words, `isProblem` says which errors are about the field.
 */
export function useSubmit<Field extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>(
  sentenceOf: (error: unknown) => string,
  isProblem: (error: unknown) => boolean = () => false,
): Submit<Field> {
  const field = useRef<Field>(null);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const clear = () => {
    setProblem(null);
    setFailure(null);
  };
  const explain = (error: unknown) => {
    if (error instanceof FieldProblem) {
      setProblem(error.message);
      field.current?.focus();
      return;
    }
    if (isProblem(error)) setProblem(sentenceOf(error));
    else setFailure(sentenceOf(error));
    field.current?.select();
  };
  const run = async (act: () => unknown) => {
    if (running.current) return;
    running.current = true;
    clear();
    setBusy(true);
    let leaving = false;
    try {
      leaving = (await act()) === LEAVING;
    } catch (error) {
      explain(error);
    } finally {
      running.current = leaving;
      setBusy(leaving);
    }
  };
  const submit = (act: () => unknown) => (event?: FormEvent) => {
    event?.preventDefault();
    return run(act);
  };
  return { busy, problem, failure, field, submit, clear };
}
