import type { CardAction, CardField, CardRule, CardRuleAgent, NewCardRule } from "@tessera/contracts-items/rules.ts";
import { conditionOf, type DraftAction, type DraftGroup, groupOf, nextKey, tagsOf } from "@tessera/ui/rules";

export type ActionKind = "addTags" | "removeTags" | "archive" | "later" | "pin" | "priority";
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
  ...{ ...action, kind, value: kind === "priority" ? "high" : "" },
});

/** A rule as it is typed. */
export function draftOf(rule: NewCardRule): Draft {
  const { name, condition, actions, agent, stage = null, enabled = true } = rule;
  const root = groupOf<CardField>(condition);
  return { name, stage, enabled, root, actions: actions.map(actionOf), ...(agent && { agent }) };
}

function actionOf(action: CardAction): DraftAction<ActionKind> {
  if ("addTags" in action) return newAction("addTags", action.addTags.join(", "));
  if ("removeTags" in action) return newAction("removeTags", action.removeTags.join(", "));
  if ("priority" in action) return newAction("priority", action.priority);
  if ("pinned" in action) return newAction("pin");
  return newAction(action.status === "archived" ? "archive" : "later");
}

/** The rule that was typed; null while something is missing. */
export function ruleOf({ name, stage, enabled, root, actions, agent }: Draft): NewCardRule | null {
  const condition = conditionOf(root) as NewCardRule["condition"] | null;
  const done = actions.map(doneOf);
  if (!name.trim() || !condition || !done.length || done.includes(null)) return null;
  if (agent && !(agent.agentId && agent.task.trim())) return null;
  const given = agent && { ...agent, task: agent.task.trim() };
  return {
    ...(agent !== undefined && { agent: given }),
    name: name.trim(),
    stage,
    enabled,
    condition,
    actions: done as CardAction[],
  };
}

function doneOf({ kind, value }: DraftAction<ActionKind>): CardAction | null {
  if (kind === "archive") return { status: "archived" };
  if (kind === "later") return { status: "later" };
  if (kind === "pin") return { pinned: true };
  if (kind === "priority") return { priority: value as "high" };
  const tags = tagsOf(value);
  return tags.length ? ({ [kind]: tags } as CardAction) : null;
}
