import type { Provider, ProviderKind } from "@tessera/contracts-agents/providers.ts";
import { Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { agents } from "../api.ts";
import { KINDS } from "./provider-kinds.ts";

interface Props {
  provider?: Provider;
  onDone: (provider: Provider) => void;
}

/** Adds a provider, or changes one. */
export const openProviderDialog = (props: Props) =>
  shell().dialogs.open(ProviderDialog, props, {
    title: props.provider ? "Change the provider" : "Add a provider",
    buttons: [],
  });

const sentence = (error: unknown) => failureWords("Nothing was saved.", error);

function ProviderDialog({ provider, onDone, dialog }: Props & { dialog: DialogActions<true> }) {
  const [kind, setKind] = useState<ProviderKind>(provider?.kind ?? "openai-compatible");
  const [name, setName] = useState(provider?.name ?? "");
  const [baseUrl, setBaseUrl] = useState(provider?.baseUrl ?? "");
  const [key, setKey] = useState("");
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const isAddress = /^https?:\/\/[^\s]+$/.test(baseUrl.trim());
  const isElsewhere = provider !== undefined && baseUrl.trim() !== provider.baseUrl;
  const needsKey = isElsewhere && provider.hasKey;

  const choose = (next: ProviderKind) => {
    // What was typed stays; what the kind before filled in goes with it.
    if (name === KINDS[kind].name) setName(KINDS[next].name);
    if (baseUrl === KINDS[kind].baseUrl) setBaseUrl(KINDS[next].baseUrl);
    setKind(next);
  };
  const act = async () => {
    const values = { name: name.trim(), baseUrl: baseUrl.trim(), ...(key.trim() ? { key: key.trim() } : {}) };
    onDone(
      provider
        ? await agents.changeProvider(provider.id, values)
        : await agents.createProvider({ kind, ...values }, idempotencyKey),
    );
  };
  return (
    <DialogForm
      dialog={dialog}
      confirm={provider ? "Save" : "Add provider"}
      cancel="Cancel"
      disabled={!name.trim() || !isAddress || (needsKey && !key.trim())}
      act={act}
      sentence={sentence}
    >
      {!provider && (
        <Field label="Kind" hint="OpenAI-compatible servers are for example Ollama, LM Studio, vLLM and OpenRouter.">
          <Select value={kind} onChange={(_, data) => choose(data.value as ProviderKind)}>
            {Object.entries(KINDS).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label="Name" required>
        <Input value={name} maxLength={100} autoFocus onChange={(_, data) => setName(data.value)} />
      </Field>
      <Field
        label="Base URL"
        required
        hint={KINDS[kind].addressHint}
        validationMessage={
          isAddress || !baseUrl.trim() ? undefined : "Enter the full address, beginning with https:// or http://."
        }
      >
        <Input
          value={baseUrl}
          type="url"
          autoComplete="off"
          spellCheck={false}
          onChange={(_, data) => setBaseUrl(data.value)}
        />
      </Field>
      <Field
        label="Key"
        required={needsKey}
        hint={
          needsKey
            ? "Enter the key again: the address it was entered for has changed."
            : provider?.hasKey
              ? "A key is kept. Leave this empty to keep it."
              : "Kept encrypted, sent to this address alone, never shown again. Leave it empty for a server without keys."
        }
      >
        <Input
          value={key}
          type="password"
          autoComplete="off"
          data-dictation="off"
          onChange={(_, data) => setKey(data.value)}
        />
      </Field>
    </DialogForm>
  );
}
