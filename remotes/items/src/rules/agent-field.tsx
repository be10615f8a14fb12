import type { Agent } from "@tessera/contracts-agents/agents.ts";
import { agentsClient } from "@tessera/contracts-agents/client.ts";
import { MAX_RULE_TASK_LENGTH } from "@tessera/contracts-items/limits.ts";
import type { CardRuleAgent } from "@tessera/contracts-items/rules.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Checkbox, Field, Textarea } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { shell } from "@tessera/shell-api";
import { useEffect, useState } from "react";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "12px", margin: 0, padding: 0, border: "none", minWidth: 0 },
  words: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  wide: { "& > span": { minWidth: 0, width: "100%" } },
});

/** What an agent is asked for where nothing else is typed. */
const TASK = "Read this card and do what it needs.";

interface Props {
  agent: CardRuleAgent | null;
  onChange: (agent: CardRuleAgent | null) => void;
}

/** The agent that is given each new card that meets the rule. */
export function AgentField({ agent, onChange }: Props) {
  const styles = useStyles();
  const { agents, failure } = useAgents(agent !== null);
  const first = agents?.[0];
  const isGone = agent?.agentId && agents && !agents.some(({ id }) => id === agent.agentId);
  return (
    <fieldset className={styles.root} aria-label="The agent that it is given to">
      <Checkbox
        label="Give each new card to an agent"
        checked={agent !== null}
        onChange={(_, { checked }) => onChange(checked ? { agentId: "", task: TASK } : null)}
      />
      {agent && (
        <>
          {failure && <p className={styles.words}>{`Your agents could not be loaded. ${failure}`}</p>}
          {agents && !first && <p className={styles.words}>You have no agent yet. Add one on the page Agents.</p>}
          <Field label="Agent" className={styles.wide}>
            <Select
              value={isGone ? "" : agent.agentId}
              onChange={(_, { value }) => onChange({ ...agent, agentId: value })}
            >
              <option value="">{isGone ? "It does not exist any more" : "Choose one"}</option>
              {agents?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Task" className={styles.wide}>
            <Textarea
              value={agent.task}
              rows={3}
              maxLength={MAX_RULE_TASK_LENGTH}
              resize="vertical"
              onChange={(_, { value }) => onChange({ ...agent, task: value })}
            />
          </Field>
          <p className={styles.words}>
            A run starts for each new card that meets the rule, not for imported or existing ones, and not for what the
            agent itself made or changed. To undo what a run did, open it; undoing the rule does not.
          </p>
        </>
      )}
    </fieldset>
  );
}

/** The person's agents, once they are wanted. */
function useAgents(wanted: boolean) {
  const [known, setKnown] = useState<{ agents?: Agent[]; failure?: string }>({});
  useEffect(() => {
    if (!wanted) return;
    const left = new AbortController();
    agentsClient((path, init) => shell().http(path, init))
      .agents(left.signal)
      .then(
        ({ items }) => setKnown({ agents: items }),
        (error: Error) => left.signal.aborted || setKnown({ failure: error.message }),
      );
    return () => left.abort();
  }, [wanted]);
  return known;
}
