import type { Item } from "@tessera/contracts-items/items.ts";
import { MAX_ALIAS_LENGTH, MAX_ALIASES } from "@tessera/contracts-items/mention-limits.ts";
import type { PersonData } from "@tessera/contracts-items/mentions.ts";
import { makeStyles } from "@tessera/fluent";
import { Input } from "@tessera/fluent-data";
import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";
import { Pill } from "@tessera/ui";
import { useId, useState } from "react";
import type { z } from "zod";
import { MarkdownField } from "../../detail/markdown-field.tsx";
import { useDetailStyles } from "../../detail/use-detail-styles.ts";
import { EMAIL } from "./email.ts";

const useStyles = makeStyles({
  fault: { marginTop: "4px" },
  field: { width: "100%", maxWidth: "360px" },
});

const personOf = (item: Item) => item.data as z.output<typeof PersonData>;

/** "Countess, Ada King" as two names. */
const namesIn = (text: string) => [
  ...new Set(
    text
      .split(",")
      .map((name) => name.trim().slice(0, MAX_ALIAS_LENGTH))
      .filter(Boolean),
  ),
];
const same = (a: readonly string[], b: readonly string[]) => a.join("\n") === b.join("\n");

function Body({ item, edit }: ItemBodyProps) {
  const styles = useStyles();
  const detail = useDetailStyles();
  const id = useId();
  const { email = "", aliases = [] } = personOf(item);
  // What is typed while it is no address, or ends with a comma, is not what is stored.
  const [typed, setTyped] = useState<{ email?: string; aliases?: string }>({});
  const address = typed.email ?? email;
  const fault = address !== "" && !EMAIL.test(address) ? "Enter the full address, such as ada@example.org." : null;
  const names =
    typed.aliases !== undefined && same(namesIn(typed.aliases), aliases) ? typed.aliases : aliases.join(", ");
  return (
    <>
      <div className={detail.rows}>
        <label className={detail.rowLabel} htmlFor={`${id}-email`}>
          Email
        </label>
        <div>
          <Input
            id={`${id}-email`}
            className={styles.field}
            type="email"
            value={address}
            aria-describedby={fault ? `${id}-fault` : undefined}
            aria-invalid={fault !== null}
            onChange={(_, { value }) => {
              const next = value.trim();
              setTyped({ ...typed, email: value });
              if (next === "") edit({ data: { email: null } });
              else if (EMAIL.test(next)) edit({ data: { email: next } });
            }}
            onBlur={() => !fault && setTyped({ ...typed, email: undefined })}
          />
          {fault && (
            <div id={`${id}-fault`} className={styles.fault}>
              <Pill status="warn">Not saved</Pill> {fault}
            </div>
          )}
        </div>
        <label className={detail.rowLabel} htmlFor={`${id}-names`}>
          Aliases
        </label>
        <Input
          id={`${id}-names`}
          className={styles.field}
          placeholder="Other names, separated by commas"
          value={names}
          onChange={(_, { value }) => {
            setTyped({ ...typed, aliases: value });
            edit({ data: { aliases: namesIn(value).slice(0, MAX_ALIASES) } });
          }}
          onBlur={() => setTyped({ ...typed, aliases: undefined })}
        />
      </div>
      <MarkdownField
        label="Notes"
        text={item.body}
        placeholder="What is worth knowing"
        onChange={(body) => edit({ body })}
      />
    </>
  );
}

/** A person: email address, other names and notes. */
const view: ItemTypeView = { Body };
export default view;
