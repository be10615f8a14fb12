import { Button, makeStyles } from "@tessera/fluent";
import type { DialogActions } from "@tessera/shell-api";
import { Keycap } from "@tessera/ui";
import { useEffect, useRef, useState } from "react";
import { TagField } from "./tag-field.tsx";

export interface TagChoice {
  add: string[];
  remove: string[];
}

const useStyles = makeStyles({
  foot: { display: "flex", justifyContent: "flex-end", gap: "8px", marginTop: "16px" },
  key: { display: "inline-flex", alignItems: "center", gap: "8px" },
});

/** Tags of one card, or the tags that several share: what is added or taken away applies to all of them. */
export function TagDialog({
  dialog,
  tags,
  count,
}: {
  dialog: DialogActions<TagChoice>;
  tags: string[];
  count: number;
}) {
  const styles = useStyles();
  const [chosen, setChosen] = useState(tags);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const done = () =>
    dialog.close({
      add: chosen.filter((tag) => !tags.includes(tag)),
      remove: tags.filter((tag) => !chosen.includes(tag)),
    });
  const label = count === 1 ? "Tags" : `Tags that all ${count.toLocaleString()} cards have`;
  return (
    <div>
      <TagField label={label} tags={chosen} onChange={setChosen} onDone={done} inputRef={input} inFlow />
      <div className={styles.foot}>
        <Button data-closes="" onClick={() => dialog.cancel()}>
          Cancel
        </Button>
        <Button appearance="primary" onClick={done}>
          <span className={styles.key}>
            Save tags <Keycap onBrand>Enter</Keycap>
          </span>
        </Button>
      </div>
    </div>
  );
}
