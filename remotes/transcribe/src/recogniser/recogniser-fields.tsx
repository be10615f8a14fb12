import { MAX_MODEL_LENGTH } from "@tessera/contracts-transcribe/limits.ts";
import type { LocalModel, RecogniserChoice } from "@tessera/contracts-transcribe/settings.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { useNavigate } from "@tessera/router";
import { Notice, TextButton } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useId } from "react";
import { comesInWords, HERE, LOCAL_MODELS, languages, recogniserOf, whereInWords } from "./recogniser-words.ts";
import { useDecoder, useRecognisers } from "./use-recognisers.ts";

const HERE_VALUE = "";
const ANY_LANGUAGE = "";
const OF_INSTALLATION = "";

const useStyles = makeStyles({
  where: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** Who recognises speech: this machine or a provider, the model, and the language. */
export function RecogniserFields(props: {
  choice: RecogniserChoice;
  onChange(choice: RecogniserChoice): void;
  /** Leaves the dialog, for the page where providers are added. */
  onLeave(): void;
}) {
  const styles = useStyles();
  const navigate = useNavigate();
  const listId = useId();
  const { choice, onChange } = props;
  const { data, error, refetch } = useRecognisers();
  const decoder = useDecoder().data;
  const all = data?.items ?? [];
  const chosen = recogniserOf(choice, all);
  const change = (providerId: string) => {
    if (providerId === HERE_VALUE) return onChange(HERE);
    const model = recogniserOf({ ...choice, providerId }, all)?.models[0] ?? null;
    onChange({ providerId, model, language: choice.language });
  };
  return (
    <>
      <Field label="Recognised by">
        <Select
          autoFocus
          value={choice.providerId ?? HERE_VALUE}
          onChange={(_, { value }) => change(value)}
          disabled={data === undefined && error === null}
        >
          <option value={HERE_VALUE}>A model on this machine</option>
          {all.map(({ providerId, name, inPlan }) => (
            <option key={providerId} value={providerId} disabled={!inPlan}>
              {inPlan ? name : `${name} (not in your plan)`}
            </option>
          ))}
          {choice.providerId && !chosen && <option value={choice.providerId}>A provider that was removed</option>}
        </Select>
      </Field>
      {error && (
        <Notice intent="warning" actions={<TextButton onClick={() => void refetch()}>Try again</TextButton>}>
          {failureWords("Your providers could not be loaded.", error)}
        </Notice>
      )}
      {choice.providerId === null && decoder && (
        <Field label="Model" hint={comesInWords((choice.model ?? decoder.model) as LocalModel, decoder)}>
          <Select
            value={choice.model ?? OF_INSTALLATION}
            onChange={(_, { value }) => onChange({ ...HERE, model: value || null })}
          >
            <option value={OF_INSTALLATION}>{`As the installation has it: ${LOCAL_MODELS[decoder.model]}`}</option>
            {Object.entries(LOCAL_MODELS).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {choice.providerId && !chosen?.ofInstallation && (
        <Field label="Model" required hint="What the provider calls it, such as “whisper-1”.">
          <Input
            list={listId}
            value={choice.model ?? ""}
            maxLength={MAX_MODEL_LENGTH}
            onChange={(_, { value }) => onChange({ ...choice, model: value.trim() ? value : null })}
          />
        </Field>
      )}
      <datalist id={listId}>
        {chosen?.models.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {choice.providerId && (
        <Field label="Language">
          <Select
            value={choice.language ?? ANY_LANGUAGE}
            onChange={(_, { value }) => onChange({ ...choice, language: value || null })}
          >
            <option value={ANY_LANGUAGE}>Found out by the provider</option>
            {languages.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <p className={styles.where} role="status">
        {data || choice.providerId === null ? whereInWords(choice, all) : "Loading your providers …"}
      </p>
      <div>
        <TextButton
          onClick={() => {
            props.onLeave();
            navigate("/settings/models");
          }}
        >
          Add a provider
        </TextButton>
      </div>
    </>
  );
}
