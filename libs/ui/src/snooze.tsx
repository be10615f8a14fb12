import { type Due, momentOfDue } from "@tessera/contracts-core/day-words.ts";
import { snoozeTimes } from "@tessera/contracts-core/snooze.ts";
import { Button, makeStyles } from "@tessera/fluent";
// By the name of the package: this file is bundled with a remote, the settings are the shell's.
import { useUiSettings } from "@tessera/ui";
import { useEffect, useMemo, useRef, useState } from "react";
import { ChoiceLines } from "./choice-lines.tsx";
import { clock } from "./clock.ts";
import { DateField } from "./dates/date-field.tsx";

export interface SnoozeChoice {
  at: Date;
  label: string;
}

/** When a day begins that was named without a time. */
const MORNING = "09:00";

const useStyles = makeStyles({
  own: { display: "flex", flexWrap: "wrap", alignItems: "flex-start", gap: "8px", marginTop: "12px" },
  grow: { flexGrow: 1, flexBasis: "180px", minWidth: 0 },
});

/**
 * Chooses until when something stays away; digits choose a line. Content of a dialog, which it closes with the choice.
 */
export function SnoozeDialog({ dialog }: { dialog: { close(choice: SnoozeChoice): void } }) {
  const styles = useStyles();
  const { locale, timeZone } = useUiSettings();
  const times = useMemo(() => snoozeTimes(new Date(), timeZone), [timeZone]);
  const format = useMemo(
    () =>
      new Intl.DateTimeFormat(locale, {
        weekday: "short",
        day: "numeric",
        month: "short",
        ...clock(locale),
        timeZone,
      }),
    [locale, timeZone],
  );
  const [own, setOwn] = useState<Due | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const chosen = own && momentOfDue({ ...own, time: own.time ?? MORNING }, timeZone);
  const past = chosen !== null && chosen.getTime() <= Date.now();
  const choose = (at: Date) => dialog.close({ at, label: format.format(at) });
  return (
    <>
      <ChoiceLines
        groups={[times]}
        first={first}
        detail={({ at }) => format.format(at)}
        onChoose={({ at }) => choose(at)}
      />
      <form
        className={styles.own}
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen && !past) choose(chosen);
        }}
      >
        <div className={styles.grow}>
          <DateField
            label="Another time"
            value={own}
            onChange={setOwn}
            usualTime={MORNING}
            problem={past ? "This time is in the past." : undefined}
          />
        </div>
        <Button type="submit" disabled={!chosen || past}>
          Snooze
        </Button>
      </form>
    </>
  );
}
