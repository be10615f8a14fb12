import { MAX_REASON_LENGTH } from "@tessera/contracts-releases/limits.ts";
import type { RolloutSchedule } from "@tessera/contracts-releases/schedule.ts";
import { WEEKDAYS, weekdayWord } from "@tessera/contracts-releases/schedule-words.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Checkbox, Field, Input } from "@tessera/fluent-data";

const phone = "@media (max-width: 599.98px)";
const useStyles = makeStyles({
  group: {
    margin: 0,
    padding: "8px 12px 12px",
    minWidth: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  legend: { padding: "0 4px", fontWeight: 600 },
  days: { display: "flex", flexWrap: "wrap", marginLeft: "-8px" },
  times: { display: "flex", flexWrap: "wrap", alignItems: "flex-end", gap: "8px" },
  time: { flexGrow: 1, minWidth: "128px" },
  remove: { [phone]: { minHeight: "44px", width: "100%" } },
});

type Window = RolloutSchedule["windows"][number];
type Freeze = RolloutSchedule["freezes"][number];
interface RowProps<T> {
  /** Counts from 1, as people do. */
  number: number;
  onChange(changed: T): void;
  onRemove(): void;
}

const late = (from: string, to: string) =>
  from && to && from >= to
    ? ({ validationMessage: "This must be later than the beginning.", validationState: "error" } as const)
    : {};

/** A field of hours knows no 24:00: midnight as an end is written 00:00. */
const endOf = (value: string) => (value === "00:00" ? "24:00" : value);

/** Days and hours in which rollouts go on. */
export function WindowFields({ number, window, onChange, onRemove }: RowProps<Window> & { window: Window }) {
  const styles = useStyles();
  const { days, from, to } = window;
  const toggled = (day: (typeof WEEKDAYS)[number]) =>
    WEEKDAYS.filter((one) => (one === day ? !days.includes(one) : days.includes(one)));
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Hours {number}</legend>
      <div className={styles.days}>
        {WEEKDAYS.map((day) => (
          <Checkbox
            key={day}
            label={weekdayWord(day)}
            checked={days.includes(day)}
            onChange={() => onChange({ ...window, days: toggled(day) })}
          />
        ))}
      </div>
      <div className={styles.times}>
        <Field label="From" className={styles.time}>
          <Input type="time" value={from} onChange={(_, data) => onChange({ ...window, from: data.value })} />
        </Field>
        <Field label="To" className={styles.time} {...late(from, to)}>
          <Input
            type="time"
            value={to === "24:00" ? "00:00" : to}
            onChange={(_, data) => onChange({ ...window, to: endOf(data.value) })}
          />
        </Field>
        <Button className={styles.remove} aria-label={`Remove hours ${number}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}

/** A stretch in which no rollout goes on, and why. */
export function FreezeFields({ number, freeze, onChange, onRemove }: RowProps<Freeze> & { freeze: Freeze }) {
  const styles = useStyles();
  const { from, to, reason } = freeze;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Freeze {number}</legend>
      <div className={styles.times}>
        <Field label="From" className={styles.time}>
          <Input type="datetime-local" value={from} onChange={(_, data) => onChange({ ...freeze, from: data.value })} />
        </Field>
        <Field label="To" className={styles.time} {...late(from, to)}>
          <Input type="datetime-local" value={to} onChange={(_, data) => onChange({ ...freeze, to: data.value })} />
        </Field>
        <Field label="Reason" className={styles.time}>
          <Input
            value={reason}
            maxLength={MAX_REASON_LENGTH}
            onChange={(_, data) => onChange({ ...freeze, reason: data.value })}
            placeholder="Year-end closing"
          />
        </Field>
        <Button className={styles.remove} aria-label={`Remove freeze ${number}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}
