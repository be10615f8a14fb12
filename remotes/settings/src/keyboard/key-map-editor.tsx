import { Search16Regular } from "@fluentui/react-icons/svg/search";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Input } from "@tessera/fluent-data";
import { type KeyLine, keyLabel } from "@tessera/shell-api";
import { useState } from "react";
import { SettingGroup } from "../parts/setting.tsx";
import { KeyRow } from "./key-row.tsx";
import { useKeyChoices } from "./use-key-choices.ts";

const useStyles = makeStyles({
  bar: { display: "flex", flexWrap: "wrap", gap: "8px", marginBottom: "24px", "& > :first-child": { flexGrow: 1 } },
  lines: { listStyleType: "none" },
  none: { color: tokens.colorNeutralForeground2 },
});

/** Whether a line is found by a word of it, or by a key. */
const fits = (line: KeyLine, query: string) =>
  query === "" ||
  [line.title, line.group].some((text) => text.toLowerCase().includes(query.toLowerCase())) ||
  line.keys.some((keys) => keyLabel(keys).toLowerCase() === query.toLowerCase());

/** Every key of the product, to be looked up and changed. */
export function KeyMapEditor() {
  const styles = useStyles();
  const model = useKeyChoices();
  const [query, setQuery] = useState("");
  const found = model.map.filter((line) => fits(line, query.trim()));
  return (
    <>
      <div className={styles.bar}>
        <Input
          type="search"
          aria-label="Search the shortcuts"
          placeholder="What it does, or a key"
          contentBefore={<Search16Regular />}
          value={query}
          onChange={(_, { value }) => setQuery(value)}
        />
        <Button disabled={model.changed === 0} onClick={() => void model.resetAll()}>
          Reset all keys
        </Button>
      </div>
      {found.length === 0 && <p className={styles.none}>No shortcut matches “{query.trim()}”.</p>}
      {[...Map.groupBy(found, ({ group }) => group)].map(([group, lines]) => (
        <SettingGroup key={group} title={group}>
          <ul className={styles.lines}>
            {lines.map((line) => (
              <KeyRow key={line.id} line={line} model={model} />
            ))}
          </ul>
        </SettingGroup>
      ))}
    </>
  );
}
