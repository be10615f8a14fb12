import { Bot16Regular } from "@fluentui/react-icons/svg/bot";
import { Person16Regular } from "@fluentui/react-icons/svg/person";
import type { Assignee } from "@tessera/contracts-items/items.ts";
import { makeStyles, mergeClasses } from "@tessera/fluent";
import { VisuallyHidden } from "@tessera/ui";
import { assigneeName } from "./assignees.ts";

const useStyles = makeStyles({
  icon: { marginRight: "4px", verticalAlign: "-3px" },
  refused: { color: "var(--bad)" },
});

/** Who does a row's card. */
export function AssigneeWord({ assignee }: { assignee: Assignee }) {
  const styles = useStyles();
  const Icon = assignee.kind === "agent" ? Bot16Regular : Person16Regular;
  const isRefused = assignee.kind === "agent" && assignee.refused !== undefined;
  return (
    <span className={mergeClasses(isRefused && styles.refused)}>
      <Icon className={styles.icon} aria-hidden="true" />
      <VisuallyHidden>{isRefused ? "Not begun by " : "Assigned to "}</VisuallyHidden>
      {assigneeName(assignee)}
    </span>
  );
}
