import { Field, Input } from "@tessera/fluent-data";
import { readSum } from "./arithmetic.ts";

/** An amount, or a sum of such. */
export function AmountField(props: {
  label: string;
  currency: string;
  text: string;
  onChange: (text: string) => void;
  hint?: string;
  /** What is wrong with it besides. */
  wrong?: string;
}) {
  const isAmount = props.text.trim() === "" || readSum(props.text, props.currency) !== null;
  return (
    <Field
      label={`${props.label}, ${props.currency}`}
      hint={props.hint}
      validationMessage={isAmount ? props.wrong : "Enter an amount, or a sum such as 120/4+10."}
    >
      <Input autoFocus autoComplete="off" value={props.text} onChange={(_, data) => props.onChange(data.value)} />
    </Field>
  );
}
