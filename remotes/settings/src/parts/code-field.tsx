import { makeStyles } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";

const useStyles = makeStyles({
  input: {
    maxWidth: "220px",
    "& input": { fontVariantNumeric: "tabular-nums", letterSpacing: ".2em", fontSize: "16px" },
  },
});

/** Digits of a code that was sent or shown elsewhere; phones and password managers offer it. */
export function CodeField(props: { label: string; hint?: string; value: string; onChange: (code: string) => void }) {
  return (
    <Field label={props.label} hint={props.hint}>
      <Input
        className={useStyles().input}
        value={props.value}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        spellCheck={false}
        onChange={(_, { value }) => props.onChange(value.replaceAll(/[^\d\s]/g, ""))}
      />
    </Field>
  );
}

/** A code as it was typed, without the blanks that some apps show; null until it has its six digits. */
export function wholeCode(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}
