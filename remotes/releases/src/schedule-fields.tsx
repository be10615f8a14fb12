import { MAX_REASON_LENGTH } from "@tessera/contracts-releases/limits.ts";
import type { RolloutSchedule } from "@tessera/contracts-releases/schedule.ts";
import { WEEKDAYS, weekdayWord } from "@tessera/contracts-releases/schedule-words.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Checkbox, Field, Input } from "@tessera/fluent-data";
import { DateField } from "@tessera/ui/date-field";
import { HourField } from "./hour-field.tsx";

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
  day: { display: "flex", flexDirection: "column", flexBasis: "100%", gap: "4px" },
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

const LATE = "This must be later than the beginning.";
const isLate = (from: string, to: string) => from !== "" && to !== "" && from >= to;

/** "2026-12-20T09:00" as the field of days has it, and back; nothing while no day is chosen. */
const dueOf = (at: string) => (at ? { day: at.slice(0, 10), time: at.slice(11) } : null);
const atOf = (due: { day: string; time: string | null } | null) => (due ? `${due.day}T${due.time ?? "00:00"}` : "");

/** A field of hours knows no 24:00: midnight as an end is written 00:00. */
const endOf = (value: string) => (value === "00:00" ? "24:00" : value);

/** Days and hours in which rollouts continue. */
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
          <HourField value={from} onHour={(hour) => onChange({ ...window, from: hour })} />
        </Field>
        <Field
          label="To"
          className={styles.time}
          {...(isLate(from, to) ? { validationMessage: LATE, validationState: "error" } : {})}
        >
          <HourField
            value={to === "24:00" ? "00:00" : to}
            onHour={(hour) => onChange({ ...window, to: endOf(hour) })}
          />
        </Field>
        <Button className={styles.remove} aria-label={`Remove hours ${number}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}

/** A stretch in which no rollout continues, and why. */
export function FreezeFields({ number, freeze, onChange, onRemove }: RowProps<Freeze> & { freeze: Freeze }) {
  const styles = useStyles();
  const { from, to, reason } = freeze;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Freeze {number}</legend>
      <div className={styles.times}>
        <div className={styles.day}>
          <span aria-hidden="true">From</span>
          <DateField
            label="From"
            value={dueOf(from)}
            onChange={(due) => onChange({ ...freeze, from: atOf(due) })}
            usualTime="00:00"
          />
        </div>
        <div className={styles.day}>
          <span aria-hidden="true">To</span>
          <DateField
            label="To"
            value={dueOf(to)}
            onChange={(due) => onChange({ ...freeze, to: atOf(due) })}
            usualTime="00:00"
            problem={isLate(from, to) ? LATE : undefined}
          />
        </div>
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
