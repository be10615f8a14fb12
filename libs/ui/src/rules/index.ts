/** What the editors of rules share (libs/rules). */
export { ActionsEditor } from "./actions-editor.tsx";
export { ConditionEditor, type EditorField, type EditorFields } from "./condition-editor.tsx";
export { type ConditionNames, conditionWords } from "./condition-words.ts";
export {
  conditionOf,
  type DraftAction,
  type DraftGroup,
  groupOf,
  nextKey,
  tagsOf,
} from "./draft.ts";
export { RuleHead } from "./rule-head.tsx";
export { RuleTrial, type TriedRow } from "./trial.tsx";
