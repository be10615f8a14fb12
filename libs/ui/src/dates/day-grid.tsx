import { ChevronLeft20Regular } from "@fluentui/react-icons/svg/chevron-left";
import { ChevronRight20Regular } from "@fluentui/react-icons/svg/chevron-right";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
// By the name of the package: this file is bundled with a remote, the settings are the shell's.
import { IconButton, useUiSettings } from "@tessera/ui";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { dayAfterKey, inMonth, weeksAround } from "./month.ts";

const useStyles = makeStyles({
  root: { width: "100%", maxWidth: "308px" },
  head: { display: "flex", alignItems: "center", gap: "4px" },
  month: { flexGrow: 1, fontWeight: 600 },
  table: { width: "100%", borderCollapse: "collapse", tableLayout: "fixed", textAlign: "center" },
  weekday: { height: "28px", fontSize: "12px", fontWeight: 400, color: tokens.colorNeutralForeground3 },
  cell: { padding: 0 },
  day: {
    width: "100%",
    height: "36px",
    padding: 0,
    border: "none",
    borderRadius: "6px",
    font: "inherit",
    fontVariantNumeric: "tabular-nums",
    color: "inherit",
    backgroundColor: "transparent",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
    "@media (max-width: 959.98px)": { height: "44px" },
  },
  outside: { color: tokens.colorNeutralForeground3 },
  today: { fontWeight: 600, textDecorationLine: "underline", textUnderlineOffset: "4px" },
  chosen: {
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorBrandBackground,
    ":hover": { backgroundColor: tokens.colorBrandBackgroundHover },
  },
});

/** A month to choose a day of: arrows move by days and weeks, Page Up and Down by months, Home and End in a week. */
export function DayGrid(props: {
  label: string;
  today: string;
  chosen: string | null;
  onChoose: (day: string) => void;
  /** Counts up to move the focus here. */
  focusRequest: number;
}) {
  const styles = useStyles();
  const { locale, firstWeekday } = useUiSettings();
  const [at, setAt] = useState(props.chosen ?? props.today);
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(0);
  const [moves, setMoves] = useState(0);
  useEffect(() => {
    if (props.chosen) setAt(props.chosen);
  }, [props.chosen]);
  useEffect(() => {
    const asked = props.focusRequest + moves;
    if (asked === moved.current) return;
    moved.current = asked;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [props.focusRequest, moves]);

  const weeks = weeksAround(at, firstWeekday);
  const date = (day: string, format: Intl.DateTimeFormatOptions) =>
    new Date(`${day}T12:00Z`).toLocaleDateString(locale, { ...format, timeZone: "UTC" });
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, at, firstWeekday);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    setMoves((count) => count + 1);
  };
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <span className={styles.month} aria-live="polite">
          {date(at, { month: "long", year: "numeric" })}
        </span>
        <IconButton icon={<ChevronLeft20Regular />} label="Previous month" onClick={() => setAt(inMonth(at, -1))} />
        <IconButton icon={<ChevronRight20Regular />} label="Next month" onClick={() => setAt(inMonth(at, 1))} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of days is a table of buttons */}
      <table ref={grid} role="grid" aria-label={props.label} className={styles.table} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" className={styles.weekday} abbr={date(day, { weekday: "long" })}>
                {date(day, { weekday: "short" })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} className={styles.cell}>
                  <button
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    aria-label={date(day, { dateStyle: "full" })}
                    aria-pressed={day === props.chosen}
                    aria-current={day === props.today ? "date" : undefined}
                    className={mergeClasses(
                      styles.day,
                      day.slice(0, 7) !== at.slice(0, 7) && styles.outside,
                      day === props.today && styles.today,
                      day === props.chosen && styles.chosen,
                    )}
                    onClick={() => props.onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
