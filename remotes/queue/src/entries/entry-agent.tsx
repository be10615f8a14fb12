import { ArrowUndo16Regular } from "@fluentui/react-icons/svg/arrow-undo";
import { Bot16Regular } from "@fluentui/react-icons/svg/bot";
import type { QueueEntry } from "@tessera/contracts-queue/queue.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { type Status, StatusText, touch } from "@tessera/ui";
import { ActionButton, Part, Prose } from "../detail-parts.tsx";
import { runPath } from "../places.ts";

const useStyles = makeStyles({
  link: {
    color: tokens.colorBrandForegroundLink,
    ":hover": { color: tokens.colorBrandForegroundLinkHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
    [touch]: { display: "inline-block", lineHeight: "44px" },
  },
  line: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 16px", marginTop: "8px" },
});

type Agent = NonNullable<QueueEntry["agent"]>;
type Shown = Pick<QueueEntry, "agent">;

/** Whether an agent's run works on it, so that it needs nobody. */
export const isWorkedOn = ({ agent }: Shown) => agent?.state === "waiting" || agent?.state === "running";
/** Whether it can be taken back from an agent. */
export const withAgent = (entry: Shown) => isWorkedOn(entry) || entry.agent?.state === "asking";
export const isAssignable = ({ assignable }: Pick<QueueEntry, "assignable">) => assignable !== false;

const nameOf = ({ name }: Agent) => name ?? "An agent";
const words: Record<Agent["state"], { of: (name: string) => string; status: Status }> = {
  waiting: { of: (name) => `With ${name}, waiting`, status: "idle" },
  running: { of: (name) => `With ${name}`, status: "run" },
  asking: { of: (name) => `${name} asks you`, status: "warn" },
  returned: { of: (name) => `Back from ${name}`, status: "warn" },
  decided: { of: (name) => `By ${name}`, status: "idle" },
};

/** Who has the entry, in a few words, for its row. */
export function AgentTag({ agent }: { agent: Agent }) {
  const { of, status } = words[agent.state];
  return (
    <StatusText status={status} icon={<Bot16Regular />}>
      {of(nameOf(agent))}
    </StatusText>
  );
}

/** Which agent has or had the entry, what it says, and its run. */
export function AgentPart({ agent, onTakeBack }: { agent: Agent; onTakeBack?: () => void }) {
  const styles = useStyles();
  const says = agent.word ?? (agent.state === "decided" ? "It decided for you. You can put the entry back." : null);
  return (
    <Part title={words[agent.state].of(nameOf(agent))}>
      <Prose>{says ?? "It works on the entry, and decides it or hands it back to you."}</Prose>
      <div className={styles.line}>
        <Link className={styles.link} to={runPath(agent.id, agent.runId)}>
          See its run
        </Link>
        {onTakeBack && (
          <ActionButton size="small" icon={<ArrowUndo16Regular />} onClick={onTakeBack}>
            Take back
          </ActionButton>
        )}
      </div>
    </Part>
  );
}
