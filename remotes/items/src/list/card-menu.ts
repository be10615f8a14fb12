import type { ItemStatus, ItemSummary } from "@tessera/contracts-items/items.ts";
import { isAsleep } from "@tessera/contracts-items/snoozed.ts";
import type { ActId } from "@tessera/shell-api";
import { stepName } from "../detail/step-names.ts";
import { makeRuleFrom } from "../rules/make-rule-from.ts";
import { askAbout, askLine } from "../triage/ask-about.ts";
import { copyLink, openOriginal } from "../triage/card-links.ts";
import { isDone } from "../types/done.ts";
import { isConvertible, isUnique } from "../types/item-types.ts";
import type { ListHandle } from "./list-handle.ts";

/** A line of a menu; its key is that of a line of the key map. */
export interface MenuLine {
  id: string;
  label: string;
  act?: ActId | (string & {});
  run(): void;
}

const line = (id: string, label: string, run: () => unknown, act?: MenuLine["act"]): MenuLine => ({
  id,
  label,
  act,
  run: () => void run(),
});

/**
 * What can be done with a card, or with all that are selected: the same at a row, in the card's own menu and by key.
 */
export function cardMenu(rows: readonly ItemSummary[], acts: ListHandle): MenuLine[][] {
  const [first] = rows;
  if (!first) return [];
  const on = [...rows];
  const one = rows.length === 1;
  const many = one ? "" : ` ${rows.length.toLocaleString()} cards`;
  const all = (status: ItemStatus) => rows.every((row) => row.status === status);
  const failed = on.filter((row) => row.failure);
  const triage = [
    !all("inbox") && line("inbox", `Move${many} to the inbox`, () => acts.setStatus("inbox", on), "to-inbox"),
    !all("archived") && line("archive", `Archive${many}`, () => acts.setStatus("archived", on), "archive"),
    !all("later") && line("later", `Move${many} to Later`, () => acts.setStatus("later", on), "later"),
    line("done", `Mark${many} ${rows.every(isDone) ? "not done" : "done"}`, () => acts.toggleDone(on), "done"),
    rows.some((row) => isAsleep(row, new Date())) && line("wake", `Wake${many} up`, () => acts.wake(on), "wake"),
    line("snooze", `Snooze${many}…`, () => acts.snooze(on), "snooze"),
    rows.some((row) => row.done === false) &&
      line("reschedule", `Reschedule${many}…`, () => acts.reschedule(on), "reschedule"),
    rows.some((row) => row.done !== undefined) && line("assign", `Assign${many} to…`, () => acts.assign(on)),
    line("tag", `Tag${many}…`, () => acts.tag(on), "tag"),
    acts.moveTo && line("move-to", `Move${many} to…`, () => acts.moveTo?.(on), "move-to"),
    line(
      "unread",
      `Mark${many} as ${rows.every((row) => !row.unread) ? "unread" : "read"}`,
      () => acts.toggleUnread(on),
      "unread",
    ),
    askLine() !== undefined &&
      line(
        "ask",
        one ? "Ask about this card…" : `Ask about${many}…`,
        () => askAbout(one ? "card" : "selection", on),
        askLine(),
      ),
    line("pin", `${first.pinned ? "Unpin" : "Pin"}${many}`, () => acts.pin(on), "pin"),
    failed.length > 0 &&
      line(
        "retry",
        one && first.failure
          ? `Try again: ${stepName(first.failure.step).toLowerCase()}`
          : `Retry what failed on ${failed.length.toLocaleString()} cards`,
        () => acts.tryAgain(on),
      ),
  ];
  const single = [
    isConvertible(first) && line("convert", "Convert…", () => acts.convert(first), "convert"),
    !isUnique(first) && line("duplicate", "Duplicate", () => acts.duplicate(first), "duplicate"),
    line("rule", "Make a rule from this card…", () => makeRuleFrom(first)),
    line("copy-link", "Copy link", () => copyLink(first), "copy-link"),
    first.sourceUrl !== null && line("original", "Open original", () => openOriginal(first), "original"),
  ];
  const end = [
    all("trash")
      ? line("remove", `Delete${many} for good…`, () => acts.remove(on), "remove")
      : line("remove", `Move${many} to the trash`, () => acts.remove(on), "remove"),
  ];
  return [triage, one ? single : [], end]
    .map((group) => group.filter((entry): entry is MenuLine => entry !== false))
    .filter((group) => group.length > 0);
}
