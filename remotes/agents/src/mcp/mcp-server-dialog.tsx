import type { McpServer } from "@tessera/contracts-agents/mcp-servers.ts";
import { Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { agents } from "../api.ts";

interface Props {
  server?: McpServer;
  onDone: (server: McpServer) => void;
}

/** Adds an MCP server, or changes one. */
export const openMcpServerDialog = (props: Props) =>
  shell().dialogs.open(McpServerDialog, props, {
    title: props.server ? "Change the MCP server" : "Add an MCP server",
    buttons: [],
  });

const sentence = (error: unknown) => failureWords("Nothing was saved.", error);

export function McpServerDialog({ server, onDone, dialog }: Props & { dialog: DialogActions<true> }) {
  const [name, setName] = useState(server?.name ?? "");
  const [url, setUrl] = useState(server?.url ?? "");
  const [access, setAccess] = useState<"none" | "header">(server?.header ? "header" : "none");
  const [header, setHeader] = useState(server?.header ?? "Authorization");
  const [value, setValue] = useState("");
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const isAddress = /^https?:\/\/[^\s]+$/.test(url.trim());
  const isElsewhere = server !== undefined && url.trim() !== server.url;
  const isKept = access === "header" && server?.header === header.trim() && !isElsewhere;
  const needsValue = access === "header" && !isKept;

  const act = async () => {
    const values = { name: name.trim(), url: url.trim() };
    const given = access === "header" && value.trim() ? { name: header.trim(), value: value.trim() } : undefined;
    onDone(
      server
        ? await agents.changeMcpServer(server.id, {
            ...values,
            ...(given ? { header: given } : access === "none" && server.header ? { header: null } : {}),
          })
        : await agents.createMcpServer({ ...values, ...(given ? { header: given } : {}) }, idempotencyKey),
    );
  };
  return (
    <DialogForm
      dialog={dialog}
      confirm={server ? "Save" : "Add server"}
      cancel="Cancel"
      disabled={!name.trim() || !isAddress || (needsValue && (!header.trim() || !value.trim()))}
      act={act}
      sentence={sentence}
    >
      <Field label="Name" required hint="What its tools are shown under.">
        <Input value={name} maxLength={60} autoFocus onChange={(_, data) => setName(data.value)} />
      </Field>
      <Field
        label="Address"
        required
        hint="Of its Streamable HTTP endpoint. It often ends with /mcp."
        validationMessage={
          isAddress || !url.trim() ? undefined : "Enter the full address, beginning with https:// or http://."
        }
      >
        <Input
          value={url}
          type="url"
          autoComplete="off"
          spellCheck={false}
          onChange={(_, data) => setUrl(data.value)}
        />
      </Field>
      <Field label="Access">
        <Select value={access} onChange={(_, data) => setAccess(data.value as typeof access)}>
          <option value="none">None, or sign in there</option>
          <option value="header">A header with a token</option>
        </Select>
      </Field>
      {access === "header" && (
        <>
          <Field label="Header" required>
            <Input
              value={header}
              maxLength={64}
              autoComplete="off"
              spellCheck={false}
              onChange={(_, data) => setHeader(data.value)}
            />
          </Field>
          <Field
            label="Value"
            required={needsValue}
            hint={
              isKept
                ? "A value is kept. Leave this empty to keep it."
                : server?.header && isElsewhere
                  ? "Enter the value again: the address it was entered for has changed."
                  : "For Authorization, often Bearer and the token. Kept encrypted, sent to this address alone, never shown again."
            }
          >
            <Input
              value={value}
              type="password"
              autoComplete="off"
              data-dictation="off"
              onChange={(_, data) => setValue(data.value)}
            />
          </Field>
        </>
      )}
    </DialogForm>
  );
}
