import { counted } from "@tessera/contracts-core/counted.ts";
import { MAX_TAG_LENGTH } from "@tessera/contracts-items/limits.ts";
import { tagFault } from "@tessera/contracts-items/tag.ts";
import type { TagInfo } from "@tessera/contracts-items/tag-changes.ts";
import { Field, Input } from "@tessera/fluent-data";
import { useQuery } from "@tessera/query";
import type { DialogActions } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { useState } from "react";
import { items, keys } from "../../api.ts";

/** Asks what one tag is called from now on, or what several become. */
export function NameTagDialog({
  dialog,
  tags,
  act,
}: {
  dialog: DialogActions<true>;
  tags: TagInfo[];
  act: (name: string) => Promise<unknown>;
}) {
  const several = tags.length > 1;
  const [name, setName] = useState(tags[0]?.tag ?? "");
  const wanted = name.trim();
  const others = useQuery({
    queryKey: keys.tagList({ q: wanted }),
    queryFn: ({ signal }) => items.findTags({ q: wanted }, signal),
    enabled: wanted !== "" && tagFault(wanted) === null,
  });
  const same = (tag: string) => tag.toLowerCase() === wanted.toLowerCase();
  const other = tags.some(({ tag }) => same(tag)) ? undefined : others.data?.find(({ tag }) => same(tag));
  const fault = wanted === "" ? null : tagFault(wanted);
  const unchanged = !several && wanted === tags[0]?.tag;
  return (
    <DialogForm
      dialog={dialog}
      confirm={several || other ? "Merge" : "Rename"}
      cancel="Cancel"
      disabled={wanted === "" || fault !== null || unchanged}
      act={() => act(wanted)}
    >
      {several && <p style={{ margin: 0 }}>{listed(tags.map(({ tag }) => `“${tag}”`))} become one tag on all cards.</p>}
      <Field
        label="Name"
        validationState={fault ? "error" : "none"}
        validationMessage={fault}
        hint={other && `“${other.tag}” is in use on ${counted(other.count, "card")}. They become one tag.`}
      >
        <Input autoFocus value={name} maxLength={MAX_TAG_LENGTH} onChange={(_, { value }) => setName(value)} />
      </Field>
    </DialogForm>
  );
}

/** Tags that are named; of more the number is. */
const NAMED = 5;
const listed = (words: string[]) =>
  words.length > NAMED
    ? `${words.slice(0, NAMED).join(", ")} and ${counted(words.length - NAMED, "other tag")}`
    : new Intl.ListFormat("en", { type: "conjunction" }).format(words);
