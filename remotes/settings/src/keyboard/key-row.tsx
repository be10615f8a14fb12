import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { type KeyLine, keyLabel, keyLabels } from "@tessera/shell-api";
import { IconButton, Keycap, Notice } from "@tessera/ui";
import { Fragment, useState } from "react";
import { KeyRecorder } from "./key-recorder.tsx";
import type { KeyModel } from "./use-key-choices.ts";

const useStyles = makeStyles({
  row: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 8px",
    minHeight: "44px",
    padding: "4px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  title: { flexGrow: 1, flexBasis: "160px" },
  keys: { display: "inline-flex", flexWrap: "wrap", alignItems: "center", gap: "4px" },
  none: { color: tokens.colorNeutralForeground3 },
  acts: { display: "inline-flex", alignItems: "center", gap: "4px" },
  conflict: { flexBasis: "100%" },
});

/** Keys per line that the preferences hold. */
const MAX_KEYS = 4;

/** One line of the map: its keys, and what changes them. */
export function KeyRow({ line, model }: { line: KeyLine; model: KeyModel }) {
  const styles = useStyles();
  const [recording, setRecording] = useState<"change" | "add" | null>(null);
  const [asked, setAsked] = useState<{ keys: string; how: "change" | "add"; from: KeyLine[] } | null>(null);
  const keep = (keys: string, how: "change" | "add", from: readonly KeyLine[] = []) => {
    setAsked(null);
    void model.give(line, keys, how, from);
  };
  const onKeys = (keys: string) => {
    const how = recording ?? "change";
    setRecording(null);
    const from = model.taken(line, keys);
    if (from.length > 0) setAsked({ keys, how, from });
    else keep(keys, how);
  };
  const begin = (how: "change" | "add") => {
    setAsked(null);
    setRecording(how);
  };
  return (
    <li className={styles.row} aria-label={line.title}>
      <span className={styles.title}>{line.title}</span>
      <span className={styles.keys}>
        {line.keys.length === 0 && <span className={styles.none}>No key</span>}
        {line.keys.map((keys, index) => (
          <Fragment key={keys}>
            {index > 0 && <span className={styles.none}>or</span>}
            {keyLabels(keys).map((key) => (
              <Keycap key={key} always>
                {key}
              </Keycap>
            ))}
          </Fragment>
        ))}
      </span>
      {model.canChange(line) && recording === null && (
        <span className={styles.acts}>
          <Button size="small" aria-label={`Change the key of ${line.title}`} onClick={() => begin("change")}>
            Change
          </Button>
          <Menu positioning="below-end">
            <MenuTrigger disableButtonEnhancement>
              <IconButton icon={<MoreHorizontal20Regular />} label={`More for ${line.title}`} />
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                {line.keys.length < MAX_KEYS && <MenuItem onClick={() => begin("add")}>Add another key</MenuItem>}
                {line.keys.length > 0 && <MenuItem onClick={() => void model.clear(line)}>Use no key</MenuItem>}
                <MenuItem disabled={!model.isChanged(line)} onClick={() => void model.reset(line)}>
                  Reset
                </MenuItem>
              </MenuList>
            </MenuPopover>
          </Menu>
        </span>
      )}
      {recording && <KeyRecorder begins={model.begins} onKeys={onKeys} onCancel={() => setRecording(null)} />}
      {asked && (
        <div className={styles.conflict}>
          <Notice
            intent="warning"
            actions={
              <>
                <Button size="small" onClick={() => keep(asked.keys, asked.how, asked.from)}>
                  Use it here
                </Button>
                <Button size="small" appearance="subtle" onClick={() => begin(asked.how)}>
                  Press another
                </Button>
                <Button size="small" appearance="subtle" onClick={() => setAsked(null)}>
                  Cancel
                </Button>
              </>
            }
          >
            “{keyLabel(asked.keys)}” is {asked.from.map(({ title }) => `“${title}”`).join(" and ")} now.
          </Notice>
        </div>
      )}
    </li>
  );
}
