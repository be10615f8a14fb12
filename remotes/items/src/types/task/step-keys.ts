import { useCommands } from "@tessera/shell-api";
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { undoLast } from "../../triage/undo.ts";
import type { StepActs } from "./use-steps.ts";

/** The box of a step, or its text. */
type Part = "box" | "text";
type Field = HTMLInputElement | HTMLTextAreaElement;
const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
interface Place {
  at: number;
  part: Part;
}

/** The keys of a checklist as the map of keys on the page shows them. */
const LINES: readonly [id: string, title: string, keys: string][] = [
  ["previous", "Move between steps", "ArrowUp"],
  ["next", "Move between steps", "ArrowDown"],
  ["tick", "Tick or untick the step, on its box", "Space"],
  ["add", "Add a step below", "Enter"],
  ["remove", "Remove an empty step", "Backspace"],
  ["up", "Move the step up or down", "Alt+ArrowUp"],
  ["down", "Move the step up or down", "Alt+ArrowDown"],
  ["leave", "Leave the checklist", "Escape"],
];

/**
 * The keyboard in a checklist. Its box and its text are the two places of a step; arrow keys go from step to step, and
 * between the two.
 */
export function useStepKeys(section: RefObject<HTMLElement | null>, acts: StepActs) {
  const { steps, ids } = acts;
  const [activeId, setActiveId] = useState<number | undefined>();
  const active = Math.max(0, ids.indexOf(activeId ?? -1));
  /** Where focus goes once the steps are drawn. */
  const wanted = useRef<Place | null>(null);
  /** A step was moved last, with nothing typed since: Ctrl+Z in a text undoes the move. */
  const acted = useRef(false);

  const rows = () => [...(section.current?.querySelectorAll<HTMLElement>("li") ?? [])];
  const fieldOf = ({ at, part }: Place) =>
    rows()[at]?.querySelector<Field>(part === "box" ? "[type=checkbox]" : "textarea");
  const focus = (place: Place) => fieldOf(place)?.focus();
  const newStep = () => section.current?.querySelector<HTMLInputElement>("form input");
  /** The focused field; null when focus is elsewhere. */
  const here = (target: EventTarget | null = document.activeElement): (Place & { field: Field }) | null => {
    const field = isField(target) ? target : null;
    const at = rows().findIndex((row) => row.contains(field));
    return field && at >= 0 ? { at, part: field.type === "checkbox" ? "box" : "text", field } : null;
  };
  useLayoutEffect(() => {
    const place = wanted.current;
    if (!place) return;
    wanted.current = null;
    focus(place);
  });

  const isBlank = (at: number) => !steps[at]?.text.trim();
  /** Focuses a step, or past the last one the field for a new one; drops an empty step that is left. */
  const go = (from: Place, to: number) => {
    const isEmpty = isBlank(from.at);
    if (to < 0) return;
    if (to >= steps.length) newStep()?.focus();
    else focus({ at: to, part: from.part });
    if (!isEmpty) return;
    if (to < steps.length) wanted.current = { at: to > from.at ? to - 1 : to, part: from.part };
    acts.remove(from.at);
  };
  /** Where focus goes once a step is removed. */
  const stayAt = (at: number, part: Part = "box") => {
    if (steps.length > 1) wanted.current = { at: Math.min(at, steps.length - 2), part };
    else newStep()?.focus();
  };
  const move = ({ at, part }: Place, to: number) => {
    wanted.current = { at: to, part };
    if (!acts.move(at, to)) wanted.current = null;
  };
  const leave = (from: Place | null) => {
    section.current?.closest<HTMLElement>("[data-card]")?.focus();
    if (from && isBlank(from.at)) acts.remove(from.at);
  };
  const does: Record<string, (place: Place) => unknown> = {
    previous: (place) => go(place, place.at - 1),
    next: (place) => go(place, place.at + 1),
    tick: ({ at }) => acts.tick(at),
    add({ at }) {
      // One empty step is enough.
      if (isBlank(at)) return;
      wanted.current = { at: at + 1, part: "text" };
      if (!acts.add(at + 1)) wanted.current = null;
    },
    remove({ at }) {
      if (steps[at]?.text) return;
      stayAt(Math.max(0, at - 1), "text");
      acts.remove(at);
    },
    up: (place) => move(place, place.at - 1),
    down: (place) => move(place, place.at + 1),
    leave,
  };
  const latest = useRef(does);
  latest.current = does;
  useCommands(() => {
    const isHere = () => here() !== null;
    return LINES.map(([id, title, keys]) => ({
      id: `items.step-${id}`,
      title,
      keys,
      group: "Checklist of a task",
      hidden: true,
      when: isHere,
      run: () => {
        const place = here();
        if (place) latest.current[id]?.(place);
      },
    }));
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    const place = here(event.target);
    const act = actOf(event, place, steps.length);
    if (act === "last") focus({ at: steps.length - 1, part: "text" });
    else if (act === "box" || act === "text") {
      if (!place) return;
      focus({ at: place.at, part: act });
      if (act === "text") fieldOf({ at: place.at, part: act })?.setSelectionRange(0, 0);
    } else if (act === "undo" && (acted.current || place?.part === "box")) void undoLast();
    else if (act === "leave") leave(place);
    else if (place && act && does[act]) does[act](place);
    else {
      if (event.key.length === 1 || event.key === "Backspace" || event.key === "Delete") acted.current = false;
      return;
    }
    if (act === "up" || act === "down") acted.current = true;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    active,
    onKeyDown,
    onFocus({ target }: FocusEvent) {
      const at = rows().findIndex((row) => row.contains(target));
      if (at >= 0) setActiveId(ids[at]);
    },
    stayAt,
    toNew: () => newStep()?.focus(),
  };
}

/** What a key means at a place; null outside of the steps. */
function actOf(event: KeyboardEvent, place: (Place & { field: Field }) | null, count: number) {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (shiftKey) return null;
  if (key === "z" && (ctrlKey || metaKey) && !altKey) return place ? "undo" : null;
  if (ctrlKey || metaKey) return null;
  if (key === "Escape" && !altKey) return isField(event.target) ? "leave" : null;
  // From the field for a new step.
  if (!place)
    return key === "ArrowUp" && !altKey && count > 0 && event.target instanceof HTMLInputElement ? "last" : null;
  if (key === "ArrowUp") return altKey ? "up" : "previous";
  if (key === "ArrowDown") return altKey ? "down" : "next";
  if (altKey) return null;
  const { part, field } = place;
  if (key === "Enter") return "add";
  if (key === "Backspace") return field.type === "checkbox" || field.value === "" ? "remove" : null;
  if (part === "box") return key === "ArrowRight" ? "text" : null;
  return key === "ArrowLeft" && field.selectionStart === 0 && field.selectionEnd === 0 ? "box" : null;
}
