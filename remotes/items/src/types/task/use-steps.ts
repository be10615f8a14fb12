import { MAX_CHECKS } from "@tessera/contracts-items/limits.ts";
import { useLayoutEffect, useMemo, useRef } from "react";
import { announce } from "../../list/announce.ts";
import { loadPart } from "../../load-part.ts";
import { keepUndo, offerUndo } from "../../triage/undo.ts";
import { placesBefore, type Step } from "./same-steps.ts";

export type StepActs = ReturnType<typeof useSteps>;

const isBlank = ({ text }: Step) => !text.trim();
const named = ({ text }: Step) => (text.trim() ? `“${text}”` : "an empty step");

/** Actions on the steps of a task; all but typing can be undone. */
export function useSteps(steps: readonly Step[], onChange: (steps: Step[]) => void) {
  const ids = useIds(steps);
  const latest = useRef({ steps, onChange });
  latest.current = { steps, onChange };
  // A step that was added and never filled is dropped.
  useLayoutEffect(
    () => () => {
      const { steps: last, onChange: change } = latest.current;
      if (last.some(isBlank)) change(last.filter((step) => !isBlank(step)));
    },
    [],
  );
  const acts = useMemo(() => {
    const now = () => latest.current.steps;
    const set = (next: Step[]) => latest.current.onChange(next);
    const change = (at: number, part: Partial<Step>) =>
      now().map((step, place) => (place === at ? { ...step, ...part } : step));
    /** Undoes one change and keeps later ones. */
    const undone = (before: readonly Step[], after: readonly Step[]) => async () => {
      const { mergedSteps } = await loadPart(() => import("./merge-steps.ts"));
      const back = mergedSteps(after, before, now());
      if (!back) throw new Error("The step was changed since.");
      set(back);
    };
    const act = (next: Step[], label: string, offer: (...undo: Parameters<typeof keepUndo>) => unknown = keepUndo) => {
      const before = now();
      set(next);
      offer(label, undone(before, next));
    };
    return {
      write: (at: number, text: string) => set(change(at, { text })),
      tick(at: number) {
        const step = now()[at];
        if (!step) return;
        const next = change(at, { done: !step.done });
        act(next, `${step.done ? "Not done" : "Done"}: ${named(step)}`);
        announce(`${next.filter(({ done }) => done).length} of ${next.length} done`);
      },
      /** @returns whether there was room */
      add(at: number, text = ""): boolean {
        if (now().length >= MAX_CHECKS) {
          announce(`A checklist holds ${MAX_CHECKS} steps`);
          return false;
        }
        const next = now().toSpliced(at, 0, { text, done: false });
        if (text) act(next, `Added: “${text}”`);
        else set(next);
        announce(text ? `Added: ${text}` : `New step, ${at + 1} of ${next.length}`);
        return true;
      },
      remove(at: number) {
        const step = now()[at];
        if (!step) return;
        const next = now().toSpliced(at, 1);
        if (!isBlank(step)) return act(next, `Removed: ${named(step)}`, offerUndo);
        set(next);
        announce("Empty step removed");
      },
      /** @returns whether it moved */
      move(at: number, to: number): boolean {
        const step = now()[at];
        if (!step || to < 0 || to >= now().length) return false;
        act(now().toSpliced(at, 1).toSpliced(to, 0, step), `Moved: ${named(step)}`);
        announce(`Moved: ${step.text}, ${to + 1} of ${now().length}`);
        return true;
      },
    };
  }, []);
  return { ...acts, steps, ids };
}

/** Stable ids of steps while the card is open: focus stays in a step that another device moves. */
function useIds(steps: readonly Step[]): readonly number[] {
  const known = useRef({ steps: [] as readonly Step[], ids: [] as number[], next: 0 });
  const { current } = known;
  if (current.steps !== steps) {
    current.ids = placesBefore(current.steps, steps).map((place) =>
      place === null ? current.next++ : (current.ids[place] as number),
    );
    current.steps = steps;
  }
  return current.ids;
}
