import { Add16Regular } from "@fluentui/react-icons/svg/add";
import type { RolloutSchedule } from "@tessera/contracts-releases/schedule.ts";
import { Button, makeStyles } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";
import { FreezeFields, WindowFields } from "./schedule-fields.tsx";

const useStyles = makeStyles({
  add: { alignSelf: "flex-start", "@media (max-width: 599.98px)": { minHeight: "44px" } },
});

export interface ScheduleProps {
  /** Null where there is none. */
  schedule: RolloutSchedule | null;
  save: (schedule: RolloutSchedule) => Promise<unknown>;
}

type Window = RolloutSchedule["windows"][number];
type Freeze = RolloutSchedule["freezes"][number];
/** Rows are kept apart by a number of their own: what is typed into one may equal another. */
type Row<T> = T & { key: number };

const OFFICE_HOURS: Window = { days: ["mon", "tue", "wed", "thu"], from: "09:00", to: "16:00" };
const NO_FREEZE: Freeze = { from: "", to: "", reason: "" };

/** When rollouts of an app, or of all, continue on their own. */
export function ScheduleDialog({ schedule, save, dialog }: ScheduleProps & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [timeZone, setTimeZone] = useState(schedule?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const windows = useRows<Window>(schedule?.windows ?? [OFFICE_HOURS]);
  const freezes = useRows<Freeze>(schedule?.freezes ?? []);
  const wrongZone = timeZone !== "" && !isTimeZone(timeZone);
  const wrong =
    windows.values.some(({ days, from, to }) => !days.length || !from || !to || from >= to) ||
    freezes.values.some(({ from, to, reason }) => !from || !to || from >= to || !reason.trim());
  return (
    <DialogForm
      dialog={dialog}
      confirm="Save"
      cancel="Cancel"
      disabled={!timeZone || wrongZone || wrong}
      act={() => save({ timeZone, windows: windows.values, freezes: freezes.values })}
    >
      <Field
        label="Time zone"
        hint="All hours below are in this time zone, with its daylight saving time."
        validationMessage={wrongZone ? "This is not a time zone such as Europe/Berlin." : undefined}
        validationState={wrongZone ? "error" : "none"}
      >
        <Input value={timeZone} onChange={(_, data) => setTimeZone(data.value.trim())} placeholder="Europe/Berlin" />
      </Field>
      {windows.rows.map(({ key, ...one }, index) => (
        <WindowFields
          key={key}
          number={index + 1}
          window={one}
          onChange={(changed) => windows.change(key, changed)}
          onRemove={() => windows.remove(key)}
        />
      ))}
      <Button size="small" className={styles.add} icon={<Add16Regular />} onClick={() => windows.add(OFFICE_HOURS)}>
        {windows.rows.length ? "Add hours" : "Add hours (now: at any time)"}
      </Button>
      {freezes.rows.map(({ key, ...one }, index) => (
        <FreezeFields
          key={key}
          number={index + 1}
          freeze={one}
          onChange={(changed) => freezes.change(key, changed)}
          onRemove={() => freezes.remove(key)}
        />
      ))}
      <Button size="small" className={styles.add} icon={<Add16Regular />} onClick={() => freezes.add(NO_FREEZE)}>
        Add a freeze
      </Button>
    </DialogForm>
  );
}

function useRows<T extends object>(initial: readonly T[]) {
  const [rows, setRows] = useState<Row<T>[]>(() => initial.map((one, key) => ({ ...one, key })));
  return {
    rows,
    values: rows.map(({ key: _, ...one }) => one as unknown as T),
    add: (one: T) => setRows((known) => [...known, { ...one, key: Math.max(-1, ...known.map(({ key }) => key)) + 1 }]),
    change: (key: number, changed: T) =>
      setRows((known) => known.map((one) => (one.key === key ? { ...changed, key } : one))),
    remove: (key: number) => setRows((known) => known.filter((one) => one.key !== key)),
  };
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}
