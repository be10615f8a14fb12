import { Bot16Regular } from "@fluentui/react-icons/svg/bot";
import { Person16Regular } from "@fluentui/react-icons/svg/person";
import type { Assignee } from "@tessera/contracts-items/items.ts";
import { Button, makeStyles } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { useRef } from "react";
import { useDetailStyles } from "../../detail/use-detail-styles.ts";
import { askAssignee } from "../../triage/ask.ts";
import { assigneeName } from "./assignees.ts";

const useStyles = makeStyles({
  root: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 12px", minWidth: 0 },
  name: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  field: { maxWidth: "260px", minWidth: 0 },
  bad: { fontSize: "12px", lineHeight: "16px", color: "var(--bad)" },
});

/** Who does a task. Given to an agent, a run of the agent begins. */
export function AssigneeField(props: {
  title: string;
  value: Assignee | undefined;
  onChange: (assignee: Assignee | null) => void;
}) {
  const styles = useStyles();
  const detail = useDetailStyles();
  const button = useRef<HTMLButtonElement>(null);
  const { value, title } = props;
  const agent = value?.kind === "agent" ? value : undefined;
  const name = value === undefined ? "Nobody" : value.kind === "me" ? "Me" : assigneeName(value);
  const ask = async () => {
    const choice = await askAssignee([{ title }]);
    if (choice) props.onChange(choice.assignee);
    button.current?.focus();
  };
  return (
    <div className={styles.root}>
      <Button
        ref={button}
        className={styles.field}
        icon={agent ? <Bot16Regular /> : <Person16Regular />}
        aria-label={`Assignee: ${name}`}
        aria-haspopup="dialog"
        onClick={() => void ask()}
      >
        <span className={styles.name}>{name}</span>
      </Button>
      {agent?.run && (
        <Link className={detail.link} to={`/agents/${agent.id}/runs/${agent.run}`}>
          Open the run
        </Link>
      )}
      <span role="status" className={styles.bad}>
        {agent?.refused ? `It did not begin. ${agent.refused}` : ""}
      </span>
    </div>
  );
}
