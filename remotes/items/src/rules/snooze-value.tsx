import { MAX_SNOOZE_DAYS, MAX_SNOOZE_HOURS } from "@tessera/contracts-items/limits.ts";
import type { Weekday } from "@tessera/contracts-items/rules.ts";
import { makeStyles } from "@tessera/fluent";
import { Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DraftSnooze, snoozeOf, snoozeText } from "./draft.ts";
import { WEEKDAYS } from "./rule-words.ts";

const useStyles = makeStyles({
  root: { display: "flex", flexWrap: "wrap", gap: "8px", "& > *": { flex: "1 1 auto", minWidth: 0 } },
});

const UNITS: Record<DraftSnooze["unit"], string> = {
  weekday: "Until the next",
  days: "For some days",
  hours: "For some hours",
};

/** Until when a rule snoozes. */
export function SnoozeValue({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const styles = useStyles();
  const snooze = snoozeOf(value);
  const { unit, count, weekday, at } = snooze;
  const change = (patch: Partial<DraftSnooze>) => onChange(snoozeText({ ...snooze, ...patch }));
  return (
    <div className={styles.root}>
      <Select
        aria-label="How long it is snoozed"
        value={unit}
        onChange={(_, data) => change({ unit: data.value as DraftSnooze["unit"] })}
      >
        {Object.entries(UNITS).map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </Select>
      {unit === "weekday" ? (
        <Select aria-label="Weekday" value={weekday} onChange={(_, data) => change({ weekday: data.value as Weekday })}>
          {Object.entries(WEEKDAYS).map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </Select>
      ) : (
        <Input
          type="number"
          aria-label={unit === "hours" ? "Hours" : "Days"}
          min={1}
          max={unit === "hours" ? MAX_SNOOZE_HOURS : MAX_SNOOZE_DAYS}
          value={count}
          onChange={(_, data) => change({ count: data.value })}
        />
      )}
      {unit !== "hours" && (
        <Input type="time" aria-label="Time" value={at} onChange={(_, data) => change({ at: data.value })} />
      )}
    </div>
  );
}
