import { type Due, dueLabel } from "@tessera/contracts-core/day-words.ts";
import { addDays, dayOf, weekdayOf } from "@tessera/contracts-core/days.ts";
import { Button, makeStyles } from "@tessera/fluent";
import { useUiSettings } from "@tessera/ui";
import { ChoiceLines } from "@tessera/ui/choice-lines";
import { DateField } from "@tessera/ui/date-field";
import { useEffect, useMemo, useRef, useState } from "react";

export interface DayChoice {
  /** "2026-12-04" */
  day: string;
  label: string;
}

const useStyles = makeStyles({
  own: { display: "flex", flexWrap: "wrap", alignItems: "flex-start", gap: "8px", marginTop: "12px" },
  grow: { flexGrow: 1, flexBasis: "180px", minWidth: 0 },
});

/** Days that are usually meant; those that say the same day as one before are left out. */
function usualDays(today: string) {
  const toMonday = (1 - weekdayOf(today) + 7) % 7 || 7;
  const toSaturday = (6 - weekdayOf(today) + 7) % 7 || 7;
  const days = [
    { id: "today", label: "Today", day: today },
    { id: "tomorrow", label: "Tomorrow", day: addDays(today, 1) },
    { id: "after-tomorrow", label: "The day after tomorrow", day: addDays(today, 2) },
    { id: "weekend", label: "Weekend", day: addDays(today, toSaturday) },
    { id: "week", label: "Next week", day: addDays(today, toMonday) },
    { id: "two-weeks", label: "In two weeks", day: addDays(today, 14) },
  ].sort((a, b) => a.day.localeCompare(b.day));
  return days.filter(({ day }, index) => day !== days[index - 1]?.day);
}

/** Chooses a day; digits choose a line. Content of a dialog, which it closes with the choice. */
export function RescheduleDialog({ dialog }: { dialog: { close(choice: DayChoice): void } }) {
  const styles = useStyles();
  const { locale, timeZone } = useUiSettings();
  const region = useMemo(() => ({ now: new Date(), locale, timeZone }), [locale, timeZone]);
  const days = useMemo(() => usualDays(dayOf(region.now, timeZone)), [region, timeZone]);
  const [own, setOwn] = useState<Due | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const choose = (day: string) => {
    const label = dueLabel({ day, time: null }, region);
    dialog.close({ day, label: label === "Today" || label === "Tomorrow" ? label.toLowerCase() : label });
  };
  const detail = ({ day }: { day: string }) =>
    new Date(`${day}T12:00Z`).toLocaleDateString(locale, {
      ...{ weekday: "short", day: "numeric", month: "short", timeZone: "UTC" },
    });
  return (
    <>
      <ChoiceLines groups={[days]} first={first} detail={detail} onChoose={({ day }) => choose(day)} />
      <form
        className={styles.own}
        onSubmit={(event) => {
          event.preventDefault();
          if (own) choose(own.day);
        }}
      >
        <div className={styles.grow}>
          <DateField label="Another day" value={own && { ...own, time: null }} onChange={setOwn} />
        </div>
        <Button type="submit" disabled={!own}>
          Move
        </Button>
      </form>
    </>
  );
}
