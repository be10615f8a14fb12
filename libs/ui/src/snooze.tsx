import { momentOf } from "@tessera/contracts-core/days.ts";
import { snoozeTimes } from "@tessera/contracts-core/snooze.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
// By the name of the package: this file is bundled with a remote, the settings are the shell's.
import { Keycap, useUiSettings } from "@tessera/ui";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";

export interface SnoozeChoice {
  at: Date;
  label: string;
}

const useStyles = makeStyles({
  list: { display: "flex", flexDirection: "column", gap: "2px", margin: "0 -8px" },
  time: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto 20px",
    alignItems: "center",
    gap: "12px",
    minHeight: "40px",
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
  own: { display: "flex", flexWrap: "wrap", alignItems: "flex-end", gap: "8px", marginTop: "12px" },
  grow: { flexGrow: 1, flexBasis: "180px", minWidth: 0, "& input": { minWidth: 0 } },
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
  const [own, setOwn] = useState("");
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const chosen = own ? momentOf(own, timeZone) : null;
  const past = chosen !== null && chosen.getTime() <= Date.now();

  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).tagName === "INPUT") return;
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
        <Field
          label="Another time"
          className={styles.grow}
          validationMessage={past ? "This time is over already." : undefined}
        >
          <Input type="datetime-local" value={own} onChange={(_, data) => setOwn(data.value)} />
        </Field>
        <Button type="submit" disabled={!chosen || past}>
          Snooze
        </Button>
      </form>
    </div>
  );
}
