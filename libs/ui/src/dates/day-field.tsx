import { Calendar20Regular } from "@fluentui/react-icons/svg/calendar";
import { Dismiss16Regular } from "@fluentui/react-icons/svg/dismiss";
import { dayOf } from "@tessera/contracts-core/days.ts";
import { makeStyles, tokens } from "@tessera/fluent";
// By the name of the package: this file is bundled with a remote, the settings are the shell's.
import { IconButton, useUiSettings, VisuallyHidden } from "@tessera/ui";
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { WordsInput } from "../words-input.tsx";
import { DayGrid } from "./day-grid.tsx";
import { readPastDay } from "./read-past-day.ts";

/** Px between the field, what lies over the page, and the page's edge. */
const GAP = 4;

const useStyles = makeStyles({
  root: { position: "relative", display: "flex", alignItems: "center", minWidth: 0, width: "100%" },
  over: {
    position: "fixed",
    inset: "auto",
    margin: 0,
    padding: "8px 12px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "8px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
  month: { width: "308px", maxWidth: "calc(100vw - 32px)", fontSize: "14px", lineHeight: "20px" },
});

/** "23 Nov 2026", as the language writes it. */
export const dayText = (day: string, locale: string | undefined) =>
  new Date(`${day}T12:00Z`).toLocaleDateString(locale, { dateStyle: "medium", timeZone: "UTC" });

const NO_DAY = "This is not a date. Enter “yesterday”, “4 October” or “4 October 2025”.";

/**
 * A day without a time, of what has happened: typed in words or numbers, or chosen in a month that the arrow down or
 * the button opens over the page. What names no day is said, and the day stays as it was.
 */
export function DayField(props: {
  /** Of the input, for a label beside it. */
  id?: string;
  label: string;
  /** "2026-11-30", or nothing. */
  value: string;
  onChange: (day: string) => void;
  placeholder?: string;
  /** There is always a day: it cannot be emptied. */
  required?: boolean;
  /** Class of the input where it is a cell of a row: nothing stands beside it then. */
  cell?: { className: string; autoFocus: boolean; onFocus: () => void };
}) {
  const styles = useStyles();
  const own = useId();
  const id = props.id ?? own;
  const { locale, timeZone } = useUiSettings();
  const [text, setText] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [focusRequest, setFocusRequest] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const { value, onChange, cell } = props;
  const now = new Date();
  const isTyped = text !== null && text.trim() !== "";
  const read = isTyped ? readPastDay(text, { now, timeZone, locale }) : null;
  const words = isTyped ? (read ? dayText(read, locale) : NO_DAY) : "";

  /** @returns whether the text means something */
  const take = (): boolean => {
    if (text === null) return true;
    if (isTyped && !read) return false;
    if (read) onChange(read);
    else if (!props.required) onChange("");
    setText(null);
    return true;
  };
  const openMonth = () => {
    setOpen(true);
    setFocusRequest((count) => count + 1);
  };
  const close = () => {
    setOpen(false);
    document.getElementById(id)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && text !== null) {
      event.preventDefault();
      // What stands around may continue with the day, but not without one.
      if (!take()) event.stopPropagation();
    } else if (event.key === "Escape" && (text !== null || open)) {
      event.preventDefault();
      event.stopPropagation();
      setText(null);
      close();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      event.stopPropagation();
      openMonth();
    }
  };
  const input = {
    id,
    "aria-label": props.label,
    "aria-describedby": `${id}-words`,
    "aria-invalid": isTyped && !read,
    placeholder: props.placeholder,
    autoComplete: "off",
    value: text ?? (value ? dayText(value, locale) : ""),
    onChange: (event: { target: { value: string } }) => setText(event.target.value),
    onBlur: take,
    onKeyDown,
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus that leaves the field and its month
    <div
      ref={root}
      className={styles.root}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      {cell ? <input {...input} {...cell} /> : <WordsInput {...input} />}
      {!cell && (
        <IconButton
          icon={<Calendar20Regular />}
          label={`${props.label}: ${open ? "hide the month" : "choose in a month"}`}
          onClick={() => (open ? setOpen(false) : openMonth())}
        />
      )}
      {!cell && value && !props.required && (
        <IconButton
          icon={<Dismiss16Regular />}
          size="small"
          label={`${props.label}: no day`}
          onClick={() => {
            setText(null);
            onChange("");
          }}
        />
      )}
      <span id={`${id}-words`}>
        <VisuallyHidden role="status">{words}</VisuallyHidden>
      </span>
      {(open || words) && (
        <Over anchor={root} key={open ? "month" : "words"} className={styles.over}>
          {open ? (
            // biome-ignore lint/a11y/noStaticElementInteractions: Escape and Enter of the days inside
            <div
              className={styles.month}
              onKeyDown={(event) => {
                if (event.key === "Enter") event.stopPropagation();
                if (event.key !== "Escape") return;
                event.preventDefault();
                event.stopPropagation();
                close();
              }}
            >
              <DayGrid
                label={props.label}
                today={dayOf(now, timeZone)}
                chosen={value || null}
                onChoose={(day) => {
                  setText(null);
                  onChange(day);
                  close();
                }}
                focusRequest={focusRequest}
              />
            </div>
          ) : (
            <span aria-hidden>{words}</span>
          )}
        </Over>
      )}
    </div>
  );
}

/** Lies over the page below the field, or above it where there is no room; inside the field's element for the focus. */
function Over(props: { anchor: RefObject<HTMLElement | null>; className: string; children: ReactNode }) {
  const { anchor } = props;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.showPopover?.();
    const place = () => {
      const field = anchor.current?.getBoundingClientRect();
      if (!field) return;
      const { width, height } = element.getBoundingClientRect();
      const below = field.bottom + GAP;
      const fits = below + height <= window.innerHeight - GAP;
      element.style.top = `${fits ? below : Math.max(GAP, field.top - GAP - height)}px`;
      element.style.left = `${Math.max(GAP, Math.min(field.left, window.innerWidth - width - GAP))}px`;
    };
    place();
    window.addEventListener("resize", place);
    window.addEventListener("scroll", place, true);
    return () => {
      window.removeEventListener("resize", place);
      window.removeEventListener("scroll", place, true);
    };
  }, [anchor]);
  return (
    <div ref={box} popover="manual" className={props.className}>
      {props.children}
    </div>
  );
}
