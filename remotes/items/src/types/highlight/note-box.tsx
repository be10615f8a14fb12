import type { Item } from "@tessera/contracts-items/items.ts";
import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { PlainButton } from "@tessera/ui";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { textAreaStyle } from "../../detail/text-area-style.ts";
import { isWaiting } from "../../offline/waiting-child.ts";
import { sentenceOf } from "../../triage/use-triage.ts";
import { floatAt, useFloatingStyles } from "./floating.ts";

const useStyles = makeStyles({
  field: {
    ...textAreaStyle,
    boxSizing: "border-box",
    minHeight: "64px",
    maxHeight: "240px",
    padding: "6px 8px",
    fontFamily: "inherit",
    fontSize: "14px",
    lineHeight: "20px",
    "@media (pointer: coarse)": { fontSize: "16px", lineHeight: "24px" },
  },
  buttons: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px" },
  link: { marginLeft: "auto", fontSize: "12px", color: tokens.colorNeutralForeground2 },
  problem: { margin: 0, fontSize: "12px", lineHeight: "16px", color: "var(--bad)" },
});

/** A highlight that is open: its note, to write and to keep, and the way to its card. */
export function NoteBox(props: {
  item: Item;
  at: { bottom: number; left: number };
  onSave: (body: string) => Promise<void>;
  onDelete: () => void;
  onClose: () => void;
}) {
  const { item, onClose } = props;
  const styles = useStyles();
  const floating = useFloatingStyles();
  const draft = `items.highlight.${item.id}`;
  const [text, setText] = useState(() => shell().drafts.get(draft) ?? item.body);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const leave = () => {
    shell().drafts.clear(draft);
    onClose();
  };
  const save = async () => {
    if (isSaving) return;
    if (text === item.body) return leave();
    setSaving(true);
    try {
      await props.onSave(text);
      leave();
    } catch (error) {
      setProblem(`Not saved: ${sentenceOf(error)} Your note is still here.`);
      setSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    }
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    <div
      className={mergeClasses(floating.floating, floating.note)}
      style={floatAt(props.at)}
      role="dialog"
      aria-label="Highlight"
      onKeyDown={onKeyDown}
    >
      <textarea
        ref={field}
        className={styles.field}
        aria-label="Note on the highlight"
        placeholder="A note, in Markdown"
        value={text}
        maxLength={MAX_BODY_LENGTH}
        onChange={({ target }) => {
          setText(target.value);
          shell().drafts.set(draft, target.value);
        }}
      />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <PlainButton size="small" appearance="primary" disabledFocusable={isSaving} onClick={() => void save()}>
          Save
        </PlainButton>
        <PlainButton size="small" onClick={leave}>
          Cancel
        </PlainButton>
        <PlainButton size="small" onClick={props.onDelete}>
          Delete
        </PlainButton>
        {isWaiting(item) ? (
          <span className={styles.link}>Waits for the connection</span>
        ) : (
          <Link className={styles.link} to={`/items/all/${item.id}`}>
            Open the card
          </Link>
        )}
      </div>
    </div>
  );
}
