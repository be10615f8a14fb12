import type { ChangeFlag, Flag } from "@tessera/contracts-releases/flag.ts";
import { MAX_FLAG_PEOPLE, MAX_REASON_LENGTH } from "@tessera/contracts-releases/limits.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Field, Input, Textarea } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";
import { settingWords, valueWords } from "./flag-words.ts";

const useStyles = makeStyles({ sum: { margin: 0, color: tokens.colorNeutralForeground2 } });

export interface FlagProps {
  flag: Flag;
  save: (change: ChangeFlag) => Promise<unknown>;
}

const WHO = /^([0-9a-f-]{36}|[^\s@]*@[^\s@]+)$/;
const validPercent = (text: string) => /^\d{1,3}([.,]\d{1,2})?$/.test(text) && numberOf(text) <= 100;
const numberOf = (text: string) => Number(text.replace(",", "."));

/** Who gets a flag, and why; says in one sentence what will be. */
export function FlagDialog({ flag, save, dialog }: FlagProps & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const { declared, setting } = flag;
  const values = declared?.variants ? Object.keys(declared.variants) : ["on", "off"];
  const [value, setValue] = useState(nameOf(setting?.value ?? otherThan(declared, values)));
  const [percent, setPercent] = useState(String(setting?.percent ?? 0));
  const [people, setPeople] = useState((setting?.people ?? []).join("\n"));
  const [reason, setReason] = useState("");
  const named = [
    ...new Set(
      people
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ];
  const wrong = named.find((who) => !WHO.test(who));
  const wrongPeople = wrong
    ? `"${wrong}" is neither an address, nor @domain, nor a user’s id.`
    : named.length > MAX_FLAG_PEOPLE
      ? `These are more than ${MAX_FLAG_PEOPLE}.`
      : undefined;
  const isRight = validPercent(percent);
  const chosen = declared?.variants ? value : value === "on";
  const next = { value: chosen, percent: numberOf(percent), people: named };
  return (
    <DialogForm
      dialog={dialog}
      confirm="Set flag"
      cancel="Cancel"
      disabled={!isRight || wrongPeople !== undefined || !reason.trim()}
      act={() => save({ ...next, reason: reason.trim() })}
    >
      <Field label="They get">
        <Select value={value} onChange={(_, data) => setValue(data.value)}>
          {values.map((name) => (
            <option key={name} value={name}>
              {valueWords(declared, declared?.variants ? name : name === "on")}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Share of people, %"
        hint="Who has it keeps it while this grows."
        validationMessage={isRight ? undefined : "This is not a number from 0 to 100."}
        validationState={isRight ? "none" : "error"}
      >
        <Input value={percent} inputMode="decimal" onChange={(_, data) => setPercent(data.value.trim())} />
      </Field>
      <Field
        label="People by name"
        hint="Email addresses, @domains or users’ ids, one a line. They get it whatever the share is."
        validationMessage={wrongPeople}
        validationState={wrongPeople ? "error" : "none"}
      >
        <Textarea value={people} rows={3} onChange={(_, data) => setPeople(data.value)} />
      </Field>
      <Field label="Reason" hint="It is shown in the log.">
        <Input value={reason} maxLength={MAX_REASON_LENGTH} onChange={(_, data) => setReason(data.value)} />
      </Field>
      {isRight && !wrongPeople && (
        <p className={styles.sum} role="status">
          {settingWords(declared, next)}, {declared && `${valueWords(declared, declared.default)} for all others`}.
          Pages that are open keep what they have.
        </p>
      )}
    </DialogForm>
  );
}

const nameOf = (value: boolean | string) => (value === true ? "on" : value === false ? "off" : value);
/** What is worth setting: not what everybody has. */
const otherThan = (declared: Flag["declared"], values: string[]) =>
  values.find((name) => name !== nameOf(declared?.default ?? false)) ?? values[0]!;
