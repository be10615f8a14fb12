import type { Agent } from "@tessera/contracts-agents/agents.ts";
import type { AgentSchedule } from "@tessera/contracts-agents/schedules.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useQuery, useQueryClient } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { shell, useLive } from "@tessera/shell-api";
import { Notice, RelativeTime, StatusText, useUiSettings } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useId } from "react";
import { agents, keys } from "../api.ts";
import { TextLink } from "../frame/text-link.tsx";
import { POLL_MS } from "../frame/use-models.ts";
import { RUN_WORDS, runPath } from "../runs/run-words.ts";
import { type GrantableTool, grantInWords, useGrantable } from "./grant-fields.tsx";
import { openScheduleDialog } from "./schedule-dialog.tsx";
import { ENDED, momentInWords, PAUSED, SKIPPED, whenInWords } from "./schedule-words.ts";

/** Characters of a task that a row shows. */
const SHOWN = 200;

const useStyles = makeStyles({
  section: { display: "flex", flexDirection: "column", gap: "16px", minWidth: 0 },
  heading: { margin: 0, fontSize: "14px", lineHeight: "20px", fontWeight: 600 },
  words: { margin: 0, color: tokens.colorNeutralForeground2, overflowWrap: "anywhere" },
  buttons: { "@media (max-width: 599.98px)": { "& > button": { width: "100%", minHeight: "44px" } } },
  list: { listStyleType: "none", margin: 0, padding: 0, display: "flex", flexDirection: "column", gap: "16px" },
  row: {
    display: "flex",
    flexDirection: "column",
    gap: "4px",
    minWidth: 0,
    "& + &": { borderTop: `1px solid ${tokens.colorNeutralStroke2}`, paddingTop: "16px" },
  },
  when: { margin: 0, fontSize: "14px", lineHeight: "20px", fontWeight: 600, overflowWrap: "anywhere" },
  line: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2px 12px", minWidth: 0 },
  grants: {
    margin: 0,
    paddingLeft: "20px",
    color: tokens.colorNeutralForeground2,
    overflowWrap: "anywhere",
  },
  acts: {
    display: "flex",
    flexWrap: "wrap",
    gap: "8px",
    paddingTop: "4px",
    "@media (max-width: 599.98px)": { "& > button": { flex: "1 1 40%", minHeight: "44px" } },
  },
});

interface RowProps {
  tools: readonly GrantableTool[];
  schedule: AgentSchedule;
  onChanged: () => void;
}

/** The agent's schedules. */
export function SchedulesSection({ agent }: { agent: Agent }) {
  const styles = useStyles();
  const client = useQueryClient();
  const key = keys.schedules(agent.id);
  const tools = useGrantable(agent);
  const again = () => void client.invalidateQueries({ queryKey: key });
  const live = useLive("agents.schedule", again);
  useLive("agents.run", again);
  const schedules = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => agents.schedules(agent.id, signal),
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  return (
    <section className={styles.section} aria-label="Schedules">
      <h2 className={styles.heading}>Schedules</h2>
      <p className={styles.words}>
        Give {agent.name} a task at set times. Steps that need your approval wait in your queue, and no other run starts
        until you decide.
      </p>
      {schedules.isError && (
        <Notice intent="error">{`The schedules could not be loaded. ${schedules.error.message}`}</Notice>
      )}
      {schedules.data && schedules.data.items.length > 0 && (
        <ul className={styles.list} aria-label="Schedules of the agent">
          {schedules.data.items.map((schedule) => (
            <ScheduleRow key={schedule.id} tools={tools} schedule={schedule} onChanged={again} />
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        <Button onClick={() => void openScheduleDialog({ agentId: agent.id, tools, schedule: null, onDone: again })}>
          Add a schedule
        </Button>
      </div>
    </section>
  );
}

function ScheduleRow({ tools, schedule, onChanged }: RowProps) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const acts = useScheduleActs(schedule, onChanged);
  const title = useId();
  const { id, agentId, prompt, timeZone, paused, nextAt, lastRun, skipped, ended, grants = [] } = schedule;
  const moment = (at: string) => momentInWords(at, timeZone, locale);
  const isPaused = paused !== null;
  return (
    <li className={styles.row} aria-labelledby={title} data-id={id}>
      <h3 className={styles.when} id={title}>
        {whenInWords(schedule)}
      </h3>
      <p className={styles.words}>{prompt.length > SHOWN ? `${prompt.slice(0, SHOWN)}…` : prompt}</p>
      <div className={styles.line}>
        {paused && (
          <StatusText status={paused === "person" ? "idle" : "warn"}>{ended ? ENDED : PAUSED[paused]}</StatusText>
        )}
        {nextAt && <span>{`Next: ${moment(nextAt)}`}</span>}
        {lastRun && (
          <>
            <TextLink to={runPath({ agentId, id: lastRun.id })}>Last run</TextLink>
            <StatusText status={RUN_WORDS[lastRun.state][0]}>{RUN_WORDS[lastRun.state][1]}</StatusText>
            <RelativeTime at={lastRun.createdAt} />
          </>
        )}
      </div>
      {grants.length > 0 && (
        <ul className={styles.grants} aria-label="Allowed without asking">
          {grants.map((grant) => (
            <li key={JSON.stringify(grant)}>{`Allowed: ${grantInWords(grant, tools)}`}</li>
          ))}
        </ul>
      )}
      {skipped && <StatusText status="warn">{`Skipped ${moment(skipped.at)}: ${SKIPPED[skipped.because]}`}</StatusText>}
      <div className={styles.acts}>
        <Button size="small" aria-describedby={title} onClick={() => void acts.run()}>
          Run now
        </Button>
        <Button size="small" aria-describedby={title} onClick={() => void acts.pause(!isPaused)}>
          {isPaused ? "Resume" : "Pause"}
        </Button>
        <Button
          size="small"
          aria-describedby={title}
          onClick={() => void openScheduleDialog({ agentId, tools, schedule, onDone: onChanged })}
        >
          Change…
        </Button>
        <Button size="small" aria-describedby={title} onClick={() => void acts.remove()}>
          Delete
        </Button>
      </div>
    </li>
  );
}

/** Actions of a schedule's buttons; a failure is shown and changes nothing. */
function useScheduleActs(schedule: AgentSchedule, onChanged: () => void) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { id, agentId, prompt, rhythm, time, timeZone, paused, pattern, grants = [] } = schedule;
  const { show } = shell().notifications;
  const act = async (failure: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      show({ message: failureWords(failure, error), intent: "error" });
    }
    onChanged();
  };
  const restore = () =>
    act("The schedule was not restored.", async () => {
      const more = { ...(pattern && { pattern }), ...(grants.length > 0 && { grants }) };
      await agents.createSchedule(agentId, { id, prompt, rhythm, time, timeZone, paused: paused !== null, ...more });
    });
  return {
    run: () =>
      act("The run was not started.", async () => {
        const run = await agents.runSchedule(id, crypto.randomUUID());
        void client.invalidateQueries({ queryKey: keys.runs(agentId) });
        show({ message: "The run has started", action: { label: "Open", run: () => navigate(runPath(run)) } });
      }),
    pause: (pauses: boolean) =>
      act(`The schedule was not ${pauses ? "paused" : "resumed"}.`, async () => {
        await agents.changeSchedule(id, { paused: pauses });
      }),
    remove: () =>
      act("The schedule was not deleted.", async () => {
        await agents.deleteSchedule(id);
        show({ message: "Schedule deleted", action: { label: "Undo", run: restore } });
      }),
  };
}
