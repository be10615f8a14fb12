import type { ApiTokens, NewApiToken } from "@tessera/contracts-identity/account.ts";
import { API_TOKEN_LIFETIMES, MAX_API_TOKEN_NAME } from "@tessera/contracts-identity/limits.ts";
import { makeStyles } from "@tessera/fluent";
import { Checkbox, Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";
import { accountSentence } from "../account/account-sentence.ts";
import { withProof } from "../account/with-proof.ts";
import { ALL_CARDS, isAboutCards, problemOf, tagsOf } from "./card-limit.ts";
import { CardLimitFields } from "./card-limit-fields.tsx";
import { ownTokens } from "./own-tokens.ts";

const useStyles = makeStyles({
  scopes: { border: 0, margin: 0, padding: 0, display: "grid" },
  legend: { padding: 0 },
});
const DEFAULT_DAYS = 90;
const lifetimes: Record<(typeof API_TOKEN_LIFETIMES)[number], string> = { 30: "30 days", 90: "90 days", 365: "A year" };

interface Props {
  scopes: ApiTokens["scopes"];
  made(token: NewApiToken): void;
}

/** What a token is for, what it may do and how long; where the sign-in is old, proof is asked for on the way. */
export function NewTokenDialog({ scopes, made, dialog }: Props & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<string[]>([]);
  const [limit, setLimit] = useState(ALL_CARDS);
  const [days, setDays] = useState(DEFAULT_DAYS);
  const reachesCards = chosen.some(isAboutCards);
  const problem = reachesCards ? problemOf(limit) : undefined;
  const act = async () => {
    let token: NewApiToken | null = null;
    const isLimited = reachesCards && limit.isLimited;
    const cards = { types: isLimited ? limit.types : [], tags: isLimited ? tagsOf(limit.tags) : [] };
    const proved = await withProof(async (proof) => {
      token = await ownTokens.make({ name: name.trim(), scopes: chosen, ...cards, days }, proof);
    });
    if (!proved || !token) return "stay";
    made(token);
    return undefined;
  };
  return (
    <DialogForm
      dialog={dialog}
      confirm="Create token"
      cancel="Cancel"
      disabled={!name.trim() || !chosen.length || problem !== undefined}
      act={act}
      sentence={accountSentence}
    >
      <Field
        label="Name"
        hint="The program that uses it. Give each program its own token, so that you can revoke one alone."
      >
        <Input value={name} maxLength={MAX_API_TOKEN_NAME} onChange={(_, { value }) => setName(value)} />
      </Field>
      <fieldset className={styles.scopes}>
        <legend className={styles.legend}>What it may do</legend>
        {scopes
          .toSorted((a, b) => Number(isAboutCards(b.name)) - Number(isAboutCards(a.name)))
          .map((scope) => (
            <Checkbox
              key={scope.name}
              label={scope.title}
              checked={chosen.includes(scope.name)}
              onChange={(_, { checked }) =>
                setChosen((before) => [
                  ...before.filter((one) => one !== scope.name),
                  ...(checked === true ? [scope.name] : []),
                ])
              }
            />
          ))}
      </fieldset>
      {reachesCards && <CardLimitFields limit={limit} problem={problem} onChange={setLimit} />}
      <Field label="Expires after">
        <Select value={String(days)} onChange={(_, { value }) => setDays(Number(value))}>
          {API_TOKEN_LIFETIMES.map((lifetime) => (
            <option key={lifetime} value={lifetime}>
              {lifetimes[lifetime]}
            </option>
          ))}
        </Select>
      </Field>
    </DialogForm>
  );
}
