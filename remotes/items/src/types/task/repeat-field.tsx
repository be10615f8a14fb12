import { type Repeat, readRepeat, repeatByRule, repeatWords } from "@tessera/contracts-items/words/repeat.ts";
import { makeStyles } from "@tessera/fluent";
import { WordsInput } from "@tessera/ui/words-input";
import { useId, useState } from "react";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "4px", minWidth: 0 },
  bad: { fontSize: "12px", lineHeight: "16px", color: "var(--bad)" },
});

/** "every 3 months" or an RRULE alone, or nothing. */
function readAlone(text: string): Repeat | null {
  const line = text.trim();
  const [found] = readRepeat(line);
  return found && found.from === 0 && found.to === line.length ? found.repeat : repeatByRule(line);
}

/** How often a task is due again, in words. */
export function RepeatField({ value, onChange }: { value: Repeat | undefined; onChange: (value?: Repeat) => void }) {
  const styles = useStyles();
  const id = useId();
  const [text, setText] = useState<string | null>(null);
  const wrong = text?.trim() ? readAlone(text) === null : false;
  const take = () => {
    if (text === null || wrong) return;
    onChange(readAlone(text) ?? undefined);
    setText(null);
  };
  return (
    <div className={styles.root}>
      <WordsInput
        aria-label="Repeats"
        aria-describedby={id}
        aria-invalid={wrong}
        placeholder="Never, every Friday …"
        value={text ?? (value ? repeatWords(value) : "")}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") take();
          else if (event.key === "Escape" && text !== null) {
            event.stopPropagation();
            setText(null);
          }
        }}
      />
      <span id={id} role="status" className={styles.bad}>
        {wrong ? "Write “every 3 months”, “every Mon and Thu”, “every! 3 days” or an RRULE." : ""}
      </span>
    </div>
  );
}
