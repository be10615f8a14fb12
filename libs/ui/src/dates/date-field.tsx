import { Calendar20Regular } from "@fluentui/react-icons/svg/calendar";
import { Dismiss16Regular } from "@fluentui/react-icons/svg/dismiss";
import { type Due, dueLabel, readDue } from "@tessera/contracts-core/day-words.ts";
import { dayOf } from "@tessera/contracts-core/days.ts";
import { makeStyles, tokens } from "@tessera/fluent";
// By the name of the package: this file is bundled with a remote, the settings are the shell's.
import { IconButton, useUiSettings } from "@tessera/ui";
import { type KeyboardEvent, useId, useState } from "react";
import { WordsInput } from "../words-input.tsx";
import { DayGrid } from "./day-grid.tsx";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "8px", minWidth: 0, width: "100%" },
  field: { display: "flex", alignItems: "center", gap: "4px" },
  hint: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  bad: { color: "var(--bad)" },
});

/** What a text alone means as a day; null when it says none, or something beside it. */
export function readDay(text: string, region: Parameters<typeof readDue>[1]): Due | null {
  const line = text.trim();
  // A clock alone is today's: "9:30" as "at 9:30".
  for (const said of [line, `at ${line}`]) {
    const [found] = readDue(said, region);
    if (found && found.from === 0 && found.to === said.length) return found.due;
  }
  return null;
}

/**
 * A day, with or without a time: typed in words ("tomorrow 9", "4 December"), or chosen in a month that the arrow down
 * or the button opens. In the person's language, time zone and weeks.
 */
export function DateField(props: {
  label: string;
  value: Due | null;
  onChange: (value: Due | null) => void;
  /** The time that a day chosen in the month gets; null for none. */
  usualTime?: string | null;
  /** Why the value cannot be taken, in a sentence. */
  problem?: string;
}) {
  const styles = useStyles();
  const id = useId();
  const { locale, timeZone } = useUiSettings();
  const [text, setText] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [focusRequest, setFocusRequest] = useState(0);
  const region = { now: new Date(), timeZone, locale };
  const { value, onChange } = props;
  const shown = text ?? (value ? dueLabel(value, region) : "");
  const read = text?.trim() ? readDay(text, region) : null;
  const wrong = text?.trim() && !read;

  const take = () => {
    if (text === null) return;
    if (text.trim() === "") onChange(null);
    else if (read) onChange(read);
    else return;
    setText(null);
  };
  const openGrid = () => {
    setOpen(true);
    setFocusRequest((count) => count + 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && text !== null) {
      event.preventDefault();
      take();
    } else if (event.key === "Escape" && (text !== null || open)) {
      event.preventDefault();
      event.stopPropagation();
      setText(null);
      setOpen(false);
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      openGrid();
    }
  };
  const choose = (day: string) => {
    setText(null);
    setOpen(false);
    onChange({ day, time: value?.time ?? props.usualTime ?? null });
    document.getElementById(id)?.focus();
  };
  return (
    <div className={styles.root}>
      <div className={styles.field}>
        <WordsInput
          id={id}
          aria-label={props.label}
          aria-describedby={`${id}-hint`}
          aria-invalid={Boolean(wrong || props.problem)}
          placeholder="Tomorrow 9, 4 December …"
          value={shown}
          onChange={(event) => setText(event.target.value)}
          onBlur={take}
          onKeyDown={onKeyDown}
        />
        <IconButton
          icon={<Calendar20Regular />}
          label={open ? "Hide the month" : "Choose in a month"}
          onClick={() => (open ? setOpen(false) : openGrid())}
        />
        {value && (
          <IconButton
            icon={<Dismiss16Regular />}
            size="small"
            label={`No ${props.label.toLowerCase()}`}
            onClick={() => {
              setText(null);
              onChange(null);
            }}
          />
        )}
      </div>
      <span
        id={`${id}-hint`}
        role="status"
        className={wrong || props.problem ? `${styles.hint} ${styles.bad}` : styles.hint}
      >
        {wrong
          ? "This is not a date. Enter “tomorrow 9”, “Friday” or “4 December”."
          : read
            ? dueLabel(read, region)
            : props.problem}
      </span>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape of the days inside
        <div
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            event.stopPropagation();
            setOpen(false);
            document.getElementById(id)?.focus();
          }}
        >
          <DayGrid
            label={props.label}
            today={dayOf(region.now, timeZone)}
            chosen={value?.day ?? null}
            onChoose={choose}
            focusRequest={focusRequest}
          />
        </div>
      )}
    </div>
  );
}
