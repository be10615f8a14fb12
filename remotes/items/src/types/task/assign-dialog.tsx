import type { Assignee } from "@tessera/contracts-items/items.ts";
import { Spinner } from "@tessera/fluent";
import { ChoiceLines } from "@tessera/ui/choice-lines";
import { useEffect, useRef } from "react";
import { assigneeKey, assigneeName } from "./assignees.ts";
import { useAssignees } from "./use-assignees.ts";

export interface AssigneeChoice {
  assignee: Assignee | null;
}

const lineOf = (assignee: Assignee | null) => ({
  id: assigneeKey(assignee),
  label: assignee === null ? "Nobody" : assignee.kind === "me" ? "Me" : assigneeName(assignee),
  assignee,
});
const WORDS = { me: "", person: "Person", agent: "Agent" } as const;

/** Chooses who does cards. Content of a dialog, which it closes with the choice. */
export function AssignDialog({ dialog }: { dialog: { close(choice: AssigneeChoice): void } }) {
  const known = useAssignees();
  const first = useRef<HTMLButtonElement>(null);
  const isKnown = known !== undefined;
  useEffect(() => {
    if (isKnown) first.current?.focus();
  }, [isKnown]);
  if (!known) return <Spinner size="tiny" label="Loading people and agents" />;
  const groups = [[lineOf({ kind: "me" }), lineOf(null)], known.people.map(lineOf), known.agents.map(lineOf)];
  return (
    <>
      <ChoiceLines
        groups={groups.filter((group) => group.length > 0)}
        first={first}
        detail={({ assignee }) => (assignee ? WORDS[assignee.kind] : "")}
        onChoose={({ assignee }) => dialog.close({ assignee })}
      />
      {known.failure && <p role="status">{known.failure}</p>}
    </>
  );
}
