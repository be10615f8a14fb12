import type { RunStep } from "@tessera/contracts-agents/runs.ts";
import { scopeInWords } from "@tessera/contracts-agents/scope-words.ts";
import type { CardScope } from "@tessera/contracts-agents/scopes.ts";
import { counted } from "@tessera/contracts-core/counted.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { titleOfType, useCardNames } from "../agents/use-card-names.ts";

const useStyles = makeStyles({
  note: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

/** Which cards the run could see, and how many it came upon that it could not. */
export function ScopeNote({ scope, steps }: { scope: CardScope; steps: readonly RunStep[] }) {
  const styles = useStyles();
  const { types } = useCardNames();
  const most = Math.max(0, ...steps.map(({ withheld = 0 }) => withheld));
  return (
    <p className={styles.note}>
      {`This agent sees and changes only ${scopeInWords(scope, (type) => titleOfType(types, type))}. `}
      {most > 0 && `${withheldWords(most)} See the steps.`}
    </p>
  );
}

/** "3 cards were left out: the agent may not see them." */
export const withheldWords = (count: number): string =>
  count === 1
    ? "One card was left out: the agent may not see it."
    : `${counted(count, "card")} were left out: the agent may not see them.`;
