import type { Account, AccountKind } from "@tessera/contracts-finance/accounts.ts";
import { decimalOf, readAmount } from "@tessera/contracts-finance/currencies.ts";
import { MAX_NAME_LENGTH } from "@tessera/contracts-finance/limits.ts";
import { Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { finance } from "../api.ts";
import { KIND_NAMES } from "./account-kinds.ts";

/** What a new account begins with, for example as a file says it. */
export interface AccountHint {
  name?: string;
  kind?: AccountKind;
  currency?: string;
  number?: string;
}

interface Props {
  account?: Account;
  hint?: AccountHint;
  onDone: (done: { act: string; account: Account }) => void;
}

/** Adds an account, or changes one. */
export const openAccountDialog = (props: Props) =>
  shell().dialogs.open(AccountDialog, props, {
    title: props.account ? "Change the account" : "Add an account",
    buttons: [],
  });

const sentence = (error: unknown) => failureWords("Nothing was saved.", error);

function AccountDialog({ account, hint = {}, onDone, dialog }: Props & { dialog: DialogActions<true> }) {
  const [name, setName] = useState(account?.name ?? hint.name ?? "");
  const [kind, setKind] = useState<AccountKind>(account?.kind ?? hint.kind ?? "checking");
  const [currency, setCurrency] = useState(account?.currency ?? hint.currency ?? "EUR");
  const [number, setNumber] = useState(hint.number ?? "");
  const [opening, setOpening] = useState(account ? decimalOf(account.opening, account.currency) : "0");
  const [key] = useState(() => crypto.randomUUID());
  const isCurrency = /^[A-Z]{3}$/.test(currency);
  const amount = isCurrency ? readAmount(opening, currency) : null;

  const act = async () => {
    const values = { name: name.trim(), kind, opening: amount ?? 0, ...(number.trim() ? { number } : {}) };
    onDone(
      account
        ? await finance.changeAccount(account.id, account.version, values)
        : await finance.createAccount({ ...values, currency }, key),
    );
  };
  return (
    <DialogForm
      dialog={dialog}
      confirm={account ? "Save" : "Add account"}
      cancel="Cancel"
      disabled={!name.trim() || !isCurrency || amount === null}
      act={act}
      sentence={sentence}
    >
      <Field label="Name" required>
        <Input value={name} maxLength={MAX_NAME_LENGTH} autoFocus onChange={(_, data) => setName(data.value)} />
      </Field>
      <Field label="Kind">
        <Select value={kind} onChange={(_, data) => setKind(data.value as AccountKind)}>
          {Object.entries(KIND_NAMES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {!account && (
        <Field
          label="Currency"
          required
          hint="Three letters, for example EUR. It cannot be changed later."
          validationMessage={isCurrency ? undefined : "Enter the three letters of a currency, for example EUR."}
        >
          <Input value={currency} maxLength={3} onChange={(_, data) => setCurrency(data.value.toUpperCase())} />
        </Field>
      )}
      <Field
        label="Number"
        hint={
          account?.number
            ? `It ends with ${account.number.slice(-4)}. Leave this empty to keep it.`
            : "IBAN or account number: imports find the account by it."
        }
      >
        <Input value={number} autoComplete="off" onChange={(_, data) => setNumber(data.value)} />
      </Field>
      <Field
        label={`Opening balance${isCurrency ? `, ${currency}` : ""}`}
        hint="The balance before the first transaction."
        validationMessage={amount === null && isCurrency ? "Enter an amount, for example 1200.50." : undefined}
      >
        <Input value={opening} inputMode="decimal" onChange={(_, data) => setOpening(data.value)} />
      </Field>
    </DialogForm>
  );
}
