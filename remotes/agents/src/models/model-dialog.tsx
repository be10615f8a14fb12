import type { Capabilities, Model } from "@tessera/contracts-agents/models.ts";
import { makeStyles } from "@tessera/fluent";
import { Checkbox, Field, Input } from "@tessera/fluent-data";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { agents } from "../api.ts";
import { decimalOf, readDollars } from "../frame/dollars.ts";

const useStyles = makeStyles({
  row: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(140px, 1fr))",
    gap: "16px",
    // Fluent's fields are as wide as 20 letters at least.
    "& > div > span": { minWidth: 0, width: "100%" },
    "& input": { minWidth: 0, width: "100%" },
  },
  group: { margin: 0, padding: 0, border: "none", minWidth: 0 },
  legend: { padding: 0, marginBottom: "8px" },
  boxes: { display: "flex", flexWrap: "wrap", gap: "0 16px" },
});

interface Props {
  model: Model;
  onDone: () => void;
}

/** Changes what is known of a model. */
export const openModelDialog = (props: Props) =>
  shell().dialogs.open(ModelDialog, props, { title: props.model.name, buttons: [] });

const ABILITIES: [keyof Capabilities, string][] = [
  ["tools", "Calls tools"],
  ["vision", "Reads images"],
  ["reasoning", "Reasons"],
];
const PRICES = [
  ["input", "Input"],
  ["cached", "Cached input"],
  ["output", "Output"],
] as const;

const sentence = (error: unknown) => failureWords("Nothing was saved.", error);
const textOf = (number: number | null) => (number === null ? "" : String(number));
/** A number of tokens; null for an empty field, undefined for what is none. */
const readTokens = (written: string): number | null | undefined => {
  if (!written.trim()) return null;
  const tokens = /^\d{1,9}$/.test(written.trim()) ? Number(written) : 0;
  return tokens >= 1 && tokens <= 100_000_000 ? tokens : undefined;
};
/** Micro-dollars; null for an empty field, undefined for what is no price. */
const readPrice = (written: string) => (written.trim() ? (readDollars(written) ?? undefined) : null);

function ModelDialog({ model, onDone, dialog }: Props & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [title, setTitle] = useState(model.title);
  const [context, setContext] = useState(textOf(model.contextTokens));
  const [output, setOutput] = useState(textOf(model.maxOutputTokens));
  const [capabilities, setCapabilities] = useState(model.capabilities);
  const [written, setWritten] = useState(() => {
    const { input, cached, output: out } = model.prices;
    const text = (micros: number | null) => (micros === null ? "" : decimalOf(micros));
    return { input: text(input), cached: text(cached), output: text(out) };
  });
  const [contextTokens, maxOutputTokens] = [readTokens(context), readTokens(output)];
  const prices = {
    input: readPrice(written.input),
    cached: readPrice(written.cached),
    output: readPrice(written.output),
  };
  const isReadable = [contextTokens, maxOutputTokens, ...Object.values(prices)].every((value) => value !== undefined);

  const act = async () => {
    // What was not touched stays the provider's: it follows the list when that is read again.
    const before = model.prices;
    const isOther = prices.input !== before.input || prices.cached !== before.cached || prices.output !== before.output;
    const hasOther = ABILITIES.some(([name]) => capabilities[name] !== model.capabilities[name]);
    await agents.changeModel(model.id, {
      ...(title.trim() === model.title ? {} : { title: title.trim() }),
      ...(contextTokens === model.contextTokens ? {} : { contextTokens }),
      ...(maxOutputTokens === model.maxOutputTokens ? {} : { maxOutputTokens }),
      ...(hasOther ? { capabilities } : {}),
      ...(isOther ? { prices: prices as typeof before } : {}),
    });
    onDone();
  };
  const tokensProblem = (tokens: number | null | undefined) =>
    tokens === undefined ? "Enter a whole number of tokens, for example 128000." : undefined;
  return (
    <DialogForm
      dialog={dialog}
      confirm="Save"
      cancel="Cancel"
      disabled={!title.trim() || !isReadable}
      act={act}
      sentence={sentence}
    >
      <Field label="Title" required>
        <Input value={title} maxLength={300} autoFocus onChange={(_, data) => setTitle(data.value)} />
      </Field>
      <div className={styles.row}>
        <Field label="Context, tokens" validationMessage={tokensProblem(contextTokens)}>
          <Input value={context} inputMode="numeric" onChange={(_, data) => setContext(data.value)} />
        </Field>
        <Field label="Maximum answer, tokens" validationMessage={tokensProblem(maxOutputTokens)}>
          <Input value={output} inputMode="numeric" onChange={(_, data) => setOutput(data.value)} />
        </Field>
      </div>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>What it can do</legend>
        <div className={styles.boxes}>
          {ABILITIES.map(([name, label]) => (
            <Checkbox
              key={name}
              label={label}
              checked={capabilities[name] ?? false}
              onChange={(_, { checked }) => setCapabilities({ ...capabilities, [name]: Boolean(checked) })}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>US dollars per million tokens</legend>
        <div className={styles.row}>
          {PRICES.map(([name, label]) => (
            <Field
              key={name}
              label={label}
              validationMessage={prices[name] === undefined ? "Enter an amount, for example 0.15." : undefined}
            >
              <Input
                value={written[name]}
                inputMode="decimal"
                placeholder={name === "cached" ? "As input" : "Unknown"}
                onChange={(_, data) => setWritten({ ...written, [name]: data.value })}
              />
            </Field>
          ))}
        </div>
      </fieldset>
    </DialogForm>
  );
}
