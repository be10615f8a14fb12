import { type Due, momentOfDue } from "@tessera/contracts-core/day-words.ts";
import { snoozeTimes } from "@tessera/contracts-core/snooze.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
// By the name of the package: this file is bundled with a remote, the settings are the shell's.
import { Keycap, touch, useUiSettings } from "@tessera/ui";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { DateField } from "./dates/date-field.tsx";

export interface SnoozeChoice {
  at: Date;
  label: string;
}

/** When a day begins that was named without a time. */
const MORNING = "09:00";

const useStyles = makeStyles({
  list: { display: "flex", flexDirection: "column", gap: "2px", margin: "0 -8px" },
  time: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto 20px",
    alignItems: "center",
    gap: "12px",
    minHeight: "40px",
    [touch]: { minHeight: "44px" },
    padding: "0 8px",
    border: "none",
    borderRadius: "6px",
    font: "inherit",
    textAlign: "left",
    color: "inherit",
    backgroundColor: "transparent",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  },
  exact: { color: tokens.colorNeutralForeground3, fontSize: "12px", fontVariantNumeric: "tabular-nums" },
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
        hour: "2-digit",
        minute: "2-digit",
        timeZone,
      }),
    [locale, timeZone],
  );
  const [own, setOwn] = useState<Due | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const chosen = own && momentOfDue({ ...own, time: own.time ?? MORNING }, timeZone);
  const past = chosen !== null && chosen.getTime() <= Date.now();

  const onKeyDown = (event: KeyboardEvent) => {
    // The month below has its own arrows.
    if (event.defaultPrevented || (event.target as HTMLElement).tagName === "INPUT") return;
    const time = times[Number(event.key) - 1];
    if (time) {
      event.preventDefault();
      dialog.close({ at: time.at, label: format.format(time.at) });
      return;
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button[data-time]")];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: digits and arrow keys of the buttons inside
    <div onKeyDown={onKeyDown}>
      <div className={styles.list}>
        {times.map((time, index) => (
          <button
            key={time.id}
            ref={index === 0 ? first : undefined}
            type="button"
            data-time={time.id}
            className={styles.time}
            onClick={() => dialog.close({ at: time.at, label: format.format(time.at) })}
          >
            <span>{time.label}</span>
            <span className={styles.exact}>{format.format(time.at)}</span>
            <Keycap>{index + 1}</Keycap>
          </button>
        ))}
      </div>
      <form
        className={styles.own}
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen && !past) dialog.close({ at: chosen, label: format.format(chosen) });
        }}
      >
        <div className={styles.grow}>
          <DateField
            label="Another time"
            value={own}
            onChange={setOwn}
            usualTime={MORNING}
            problem={past ? "This time is over already." : undefined}
          />
        </div>
        <Button type="submit" disabled={!chosen || past}>
          Snooze
        </Button>
      </form>
    </div>
  );
}
