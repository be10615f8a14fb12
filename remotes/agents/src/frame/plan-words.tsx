import { makeStyles, tokens } from "@tessera/fluent";
import { TextLink } from "./text-link.tsx";

const useStyles = makeStyles({ words: { color: tokens.colorNeutralForeground2, margin: "8px 0 12px" } });

/** What the plan leaves out of these providers or models; nothing where it opens all. */
export function PlanWords({ of }: { of: readonly { inPlan?: boolean }[] }) {
  const styles = useStyles();
  if (of.every(({ inPlan = true }) => inPlan)) return null;
  return (
    <p className={styles.words}>
      Your plan has fewer providers of models than you have added. Those added first are asked; the others are kept and
      wait. <TextLink to="/billing">Compare plans</TextLink>
    </p>
  );
}
