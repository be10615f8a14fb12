/** The rule engine that areas share. */
export { type Difference, difference } from "./back-test.ts";
export {
  type Comparison,
  type Condition,
  comparisonsOf,
  type Field,
  type Fields,
  faultBeside,
  faultOf,
  MAX_COMPARISONS,
  MAX_DEPTH,
  MAX_PATTERNS,
  MAX_PATTERNS_TOGETHER,
} from "./condition.ts";
export { fold } from "./fold.ts";
export { type FieldType, OPERATORS, type Operand, type Operator, type Value } from "./operators.ts";
export { patternFault, patternIn, writtenPattern } from "./pattern.ts";
export { inOrder, type Stage, specificity } from "./ranking.ts";
export { type Area, compileRules, type Outcome, type Rule, type RuleVersion } from "./run.ts";
