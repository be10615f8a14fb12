import { MAX_PATTERN_LENGTH, MAX_PROMPT_LENGTH } from "@tessera/contracts-agents/limits.ts";
import type { AgentSchedule, Rhythm } from "@tessera/contracts-agents/schedules.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Checkbox, Field, Input, Textarea } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm, useUiSettings } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useMemo, useState } from "react";
import { agents } from "../api.ts";
import { areWhole, type GrantableTool, GrantFields } from "./grant-fields.tsx";
import { NextTimes, PatternTimes } from "./next-times.tsx";
import { ordinal, WEEKDAYS, whenInWords } from "./schedule-words.ts";

const useStyles = makeStyles({
  row: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 180px), 1fr))",
    gap: "16px",
    // Fluent's fields are as wide as 20 letters at least.
    "& > div > span": { minWidth: 0, width: "100%" },
    "& input": { minWidth: 0, width: "100%" },
  },
  group: { margin: 0, padding: 0, border: "none", minWidth: 0 },
  legend: { padding: 0, marginBottom: "4px" },
  boxes: { display: "flex", flexWrap: "wrap", gap: "0 12px" },
  words: { margin: 0, color: tokens.colorNeutralForeground2, overflowWrap: "anywhere" },
});

interface Props {
  agentId: string;
  /** What it may be allowed once. */
  tools: readonly GrantableTool[];
  /** The one to change; null: a new one. */
  schedule: AgentSchedule | null;
  onDone: () => void;
}

/** Adds a schedule, or changes one. */
export const openScheduleDialog = (props: Props) =>
  shell().dialogs.open(ScheduleDialog, props, {
    title: props.schedule ? "Change the schedule" : "New schedule",
    buttons: [],
  });

type Every = Rhythm["every"] | "pattern";
const RHYTHMS: [Every, string][] = [
  ["day", "Every day"],
  ["weekday", "Every weekday, Monday to Friday"],
  ["week", "Every week, on chosen days"],
  ["month", "Every month, on one day"],
  ["pattern", "By a pattern: cron or RRULE"],
];
const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => index + 1);
const FIRST = { sunday: 0, monday: 1, saturday: 6 } as const;
const sentence = (error: unknown) => failureWords("Nothing was saved.", error);

function ScheduleDialog({ agentId, tools, schedule, onDone, dialog }: Props & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const { firstWeekday = "monday", ...settings } = useUiSettings();
  const { timeZone: own = new Intl.DateTimeFormat().resolvedOptions().timeZone } = settings;
  const [id] = useState(() => schedule?.id ?? crypto.randomUUID());
  const [prompt, setPrompt] = useState(schedule?.prompt ?? "");
  const [every, setEvery] = useState<Every>(schedule?.pattern ? "pattern" : (schedule?.rhythm.every ?? "weekday"));
  const [days, setDays] = useState(schedule?.rhythm.every === "week" ? schedule.rhythm.days : [1]);
  const [day, setDay] = useState(schedule?.rhythm.every === "month" ? schedule.rhythm.day : 1);
  const [time, setTime] = useState(schedule?.time ?? "08:00");
  const [pattern, setPattern] = useState(schedule?.pattern ?? "");
  const [grants, setGrants] = useState(schedule?.grants ?? []);
  const [timeZone, setTimeZone] = useState(schedule?.timeZone ?? own);
  const zones = useMemo(
    () => [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", timeZone, own])].sort(),
    [timeZone, own],
  );
  // A pattern stands before the rhythm, which stays as it was.
  const rhythm: Rhythm =
    every === "week"
      ? { every, days: [...days].sort() }
      : every === "month"
        ? { every, day }
        : every === "pattern"
          ? (schedule?.rhythm ?? { every: "day" })
          : { every };
  const isPattern = every === "pattern";
  const isCron = isPattern && !/^\s*(rrule:|freq=)/i.test(pattern);
  const when = { rhythm, time, timeZone, pattern: isPattern ? pattern.trim() : null };
  const isWhole = time !== "" && (every !== "week" || days.length > 0) && (!isPattern || pattern.trim() !== "");

  const act = async () => {
    const fields = { prompt: prompt.trim(), ...when, grants };
    if (schedule) await agents.changeSchedule(id, changeOf(schedule, fields));
    else {
      const { pattern: given, ...others } = fields;
      await agents.createSchedule(agentId, { id, ...others, ...(given && { pattern: given }) });
    }
    onDone();
  };
  return (
    <DialogForm
      dialog={dialog}
      confirm={schedule ? "Save" : "Add schedule"}
      cancel="Cancel"
      disabled={!prompt.trim() || !isWhole || !areWhole(grants)}
      act={act}
      sentence={sentence}
    >
      <Field label="Task" required hint="What the agent is given each time.">
        <Textarea
          value={prompt}
          rows={4}
          maxLength={MAX_PROMPT_LENGTH}
          autoFocus
          resize="vertical"
          onChange={(_, data) => setPrompt(data.value)}
        />
      </Field>
      <Field label="Repeats">
        <Select value={every} onChange={(_, data) => setEvery(data.value as Every)}>
          {RHYTHMS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {every === "week" && (
        <fieldset className={styles.group}>
          <legend className={styles.legend}>Days</legend>
          <div className={styles.boxes}>
            {WEEKDAYS.map((_, index) => (index + FIRST[firstWeekday]) % 7).map((weekday) => (
              <Checkbox
                key={weekday}
                label={WEEKDAYS[weekday]}
                checked={days.includes(weekday)}
                onChange={(_, { checked }) =>
                  setDays(checked ? [...days, weekday] : days.filter((one) => one !== weekday))
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      {every === "month" && (
        <Field label="Day of the month">
          <Select value={String(day)} onChange={(_, data) => setDay(Number(data.value))}>
            {MONTH_DAYS.map((one) => (
              <option key={one} value={one}>
                {ordinal(one)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {isPattern && (
        <Field
          label="Pattern"
          required
          hint="Five fields of cron, such as 0 8 * * 1-5, or an RRULE, such as FREQ=MONTHLY;BYDAY=-1FR."
        >
          <Input
            value={pattern}
            maxLength={MAX_PATTERN_LENGTH}
            autoComplete="off"
            spellCheck={false}
            onChange={(_, data) => setPattern(data.value)}
          />
        </Field>
      )}
      <div className={styles.row}>
        {!isCron && (
          <Field label="Time" required>
            <Input type="time" value={time} onChange={(_, data) => setTime(data.value)} />
          </Field>
        )}
        <Field label="Time zone">
          <Select value={timeZone} onChange={(_, data) => setTimeZone(data.value)}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div role="status">
        {isPattern && time !== "" ? (
          <PatternTimes pattern={pattern} time={time} timeZone={timeZone} />
        ) : isWhole ? (
          <NextTimes when={when} />
        ) : (
          <p className={styles.words}>Choose a time, and at least one day.</p>
        )}
      </div>
      <GrantFields tools={tools} grants={grants} onChange={setGrants} />
    </DialogForm>
  );
}

/** The fields that changed: a new task alone keeps the next run. */
function changeOf(
  before: AgentSchedule,
  { prompt, grants, ...when }: Pick<AgentSchedule, "prompt" | "rhythm" | "time" | "timeZone" | "pattern" | "grants">,
) {
  const moved = whenInWords(before) !== whenInWords(when) || (before.pattern ?? null) !== when.pattern;
  const isSame = JSON.stringify(before.grants ?? []) === JSON.stringify(grants);
  return { prompt, ...(moved && when), ...(!isSame && { grants }) };
}
