import type { Agent } from "@tessera/contracts-agents/agents.ts";
import { EmptyState, ErrorState, RowSkeleton } from "@tessera/ui";
import { type ChoiceLine, ChoiceLines } from "@tessera/ui/choice-lines";
import { useEffect, useRef } from "react";
import { agentsPath } from "../places.ts";
import { useAgents } from "./use-agents.ts";

/** Who gets entries: an agent, or the person where `agentId` is null. */
export interface Assignee extends ChoiceLine {
  agentId: string | null;
  does: string;
}
export type AssignChoice = Assignee | { goTo: string };

const ME: Assignee = { id: "me", agentId: null, label: "Me", does: "Stops the agent’s run" };

/** What an agent may do with an entry, in a few words. */
const doesOf = ({ tools }: Agent) =>
  ({ allow: "Decides", ask: "Asks you before it decides", deny: "Advises only" })[tools?.decide_entry ?? "deny"];

/** Chooses who gets entries; digits choose a line. Content of a dialog, which it closes with the choice. */
export function AssignDialog(props: { back: boolean; dialog: { close(choice: AssignChoice): void } }) {
  const { data, isError, error, refetch } = useAgents(true);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (data) first.current?.focus();
  }, [data]);
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowSkeleton rows={3} />;
  const agents = data.items.map((agent) => ({
    ...{ id: agent.id, agentId: agent.id, label: agent.name, does: doesOf(agent) },
  }));
  if (agents.length === 0 && !props.back)
    return (
      <EmptyState
        sentence="You have no agents yet. Set one up, then give it entries of your queue."
        action={{ label: "Go to agents", onClick: () => props.dialog.close({ goTo: agentsPath }) }}
      />
    );
  return (
    <ChoiceLines
      groups={[...(props.back ? [[ME]] : []), ...(agents.length ? [agents] : [])]}
      first={first}
      detail={({ does }) => does}
      onChoose={(line) => props.dialog.close(line)}
    />
  );
}
