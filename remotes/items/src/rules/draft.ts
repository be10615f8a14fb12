import { MAX_SNOOZE_DAYS, MAX_SNOOZE_HOURS } from "@tessera/contracts-items/limits.ts";
import { isNoAction, NO_ACTION } from "@tessera/contracts-items/no-action.ts";
import type {
  CardAction,
  CardField,
  CardRule,
  CardRuleAgent,
  CardSnooze,
  NewCardRule,
  Weekday,
} from "@tessera/contracts-items/rules.ts";
import { conditionOf, type DraftAction, type DraftGroup, groupOf, nextKey, tagsOf } from "@tessera/ui/rules";

export type ActionKind = "addTags" | "removeTags" | "archive" | "later" | "snooze" | "pin" | "priority" | "convert";
export interface Draft {
  name: string;
  stage: CardRule["stage"];
  enabled: boolean;
  root: DraftGroup<CardField>;
  actions: DraftAction<ActionKind>[];
  /** Null: it was taken out. */
  agent?: CardRuleAgent | null;
}

export const newAction = (kind: ActionKind = "addTags", value = ""): DraftAction<ActionKind> => ({
  ...{ key: nextKey(), kind, value },
});
/** What an action of another kind begins with. */
export const turned = (action: DraftAction<ActionKind>, kind: ActionKind): DraftAction<ActionKind> => ({
  ...{ ...action, kind, value: FIRST[kind] ?? "" },
});

/** A snooze while it is typed. */
export interface DraftSnooze {
  unit: "hours" | "days" | "weekday";
  count: string;
  weekday: Weekday;
  /** "09:00" */
  at: string;
}
const SNOOZE: DraftSnooze = { unit: "weekday", count: "1", weekday: "monday", at: "09:00" };
/** As the text that an action is done with. */
export const snoozeText = (snooze: DraftSnooze): string => JSON.stringify(snooze);
export const snoozeOf = (text: string): DraftSnooze => ({ ...SNOOZE, ...JSON.parse(text) });

const FIRST: Partial<Record<ActionKind, string>> = { priority: "high", snooze: snoozeText(SNOOZE) };

/** A rule as it is typed. */
export function draftOf(rule: NewCardRule): Draft {
  const { name, condition, agent, stage = null, enabled = true } = rule;
  const root = groupOf<CardField>(condition);
  return { name, stage, enabled, root, actions: actsOf(rule), ...(agent && { agent }) };
}

/** All that a rule does, in the order in which it does it. */
function actsOf({ actions, snooze, convert }: NewCardRule): DraftAction<ActionKind>[] {
  return [
    ...(convert ? [newAction("convert", convert)] : []),
    ...actions.filter((action) => !isNoAction(action)).map(actionOf),
    ...(snooze ? [newAction("snooze", snoozeText(draftSnooze(snooze)))] : []),
  ];
}

function actionOf(action: CardAction): DraftAction<ActionKind> {
  if ("addTags" in action) return newAction("addTags", action.addTags.join(", "));
  if ("removeTags" in action) return newAction("removeTags", action.removeTags.join(", "));
  if ("priority" in action) return newAction("priority", action.priority);
  if ("pinned" in action) return newAction("pin");
  return newAction(action.status === "archived" ? "archive" : "later");
}

function draftSnooze(snooze: CardSnooze): DraftSnooze {
  if ("hours" in snooze) return { ...SNOOZE, unit: "hours", count: String(snooze.hours) };
  if ("days" in snooze) return { ...SNOOZE, unit: "days", count: String(snooze.days), at: snooze.at };
  return { ...SNOOZE, ...snooze };
}

/** Null while something is missing. */
function doneSnooze({ unit, count, weekday, at }: DraftSnooze): CardSnooze | null {
  if (unit !== "hours" && !at) return null;
  if (unit === "weekday") return { weekday, at };
  const number = Number(count);
  const most = unit === "hours" ? MAX_SNOOZE_HOURS : MAX_SNOOZE_DAYS;
  if (!Number.isInteger(number) || number < 1 || number > most) return null;
  return unit === "hours" ? { hours: number } : { days: number, at };
}

/** The rule that was typed; null while something is missing. */
export function ruleOf({ name, stage, enabled, root, actions, agent }: Draft): NewCardRule | null {
  const condition = conditionOf(root) as NewCardRule["condition"] | null;
  const done = actions.flatMap((action) => (isAct(action) ? [] : [doneOf(action)]));
  const snooze = textOf(actions, "snooze");
  const convert = textOf(actions, "convert") ?? null;
  const until = snooze === undefined ? null : doneSnooze(snoozeOf(snooze));
  if ((snooze !== undefined && !until) || convert === "") return null;
  if (!name.trim() || !condition || !actions.length || done.includes(null)) return null;
  if (agent && !(agent.agentId && agent.task.trim())) return null;
  const given = agent && { ...agent, task: agent.task.trim() };
  return {
    ...(agent !== undefined && { agent: given }),
    name: name.trim(),
    stage,
    enabled,
    condition,
    actions: done.length ? (done as CardAction[]) : [NO_ACTION],
    ...{ snooze: until, convert },
  };
}

/** What a rule has beside its actions. */
const isAct = ({ kind }: DraftAction<ActionKind>) => kind === "snooze" || kind === "convert";
const textOf = (actions: readonly DraftAction<ActionKind>[], kind: ActionKind) =>
  actions.findLast((action) => action.kind === kind)?.value;

function doneOf({ kind, value }: DraftAction<ActionKind>): CardAction | null {
  if (kind === "archive") return { status: "archived" };
  if (kind === "later") return { status: "later" };
  if (kind === "pin") return { pinned: true };
  if (kind === "priority") return { priority: value as "high" };
  const tags = tagsOf(value);
  return tags.length ? ({ [kind]: tags } as CardAction) : null;
}
