import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Input } from "@tessera/fluent-data";
import { type DialogActions, shell } from "@tessera/shell-api";
import { Notice } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { type KeyboardEvent, useId, useState } from "react";
import { finance } from "../api.ts";
import type { TreeNode } from "../frame/use-books.ts";

/** What was chosen: a category, or none. */
export interface Picked {
  id: string | null;
  label: string;
}

/** Asks for a category by its name; a name that there is not can be added. Undefined when the person leaves. */
export const pickCategory = (tree: readonly TreeNode[], title: string) =>
  shell().dialogs.open<Picked, { tree: readonly TreeNode[] }>(
    CategoryPicker,
    { tree },
    { title, maxWidth: "440px", buttons: [] },
  );

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "8px" },
  list: { maxHeight: "320px", overflowY: "auto", margin: 0, padding: 0, listStyleType: "none" },
  option: { padding: "8px 12px", borderRadius: "6px", cursor: "pointer", lineHeight: "20px" },
  active: { backgroundColor: "var(--sel)" },
  added: { color: tokens.colorNeutralForeground2 },
});

function CategoryPicker({ tree, dialog }: { tree: readonly TreeNode[]; dialog: DialogActions<Picked> }) {
  const styles = useStyles();
  const id = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [key] = useState(() => crypto.randomUUID());
  const name = text.trim();
  const wanted = name.toLowerCase();
  const found = tree.filter(({ path }) => path.toLowerCase().includes(wanted));
  const isNew = name !== "" && !tree.some(({ category }) => category.name.toLowerCase() === wanted);
  const options = [
    ...found.map(({ category, path }) => ({ id: category.id, label: path, pick: { id: category.id, label: path } })),
    ...(isNew ? [{ id: "new", label: `Add “${name}”`, pick: null }] : []),
    ...(name === "" ? [{ id: "none", label: "No category", pick: { id: null, label: "No category" } }] : []),
  ];
  const active = Math.min(at, options.length - 1);

  const choose = async (index: number) => {
    const option = options[index];
    if (!option) return;
    if (option.pick) return dialog.close(option.pick);
    try {
      const { category } = await finance.createCategory({ name }, key);
      dialog.close({ id: category.id, label: category.name });
    } catch (error) {
      setFailure(failureWords(`${name} was not added.`, error));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) setAt(Math.max(0, Math.min(options.length - 1, active + step)));
    else if (event.key === "Enter") void choose(active);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.root}>
      {failure && <Notice intent="error">{failure}</Notice>}
      <Input
        autoFocus
        role="combobox"
        aria-label="Category"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={options[active] && `${id}-${options[active].id}`}
        placeholder="Find or add a category"
        value={text}
        onChange={(_, data) => {
          setText(data.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a combobox */}
      <ul id={`${id}-list`} role="listbox" aria-label="Categories" className={styles.list}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <li
            key={option.id}
            id={`${id}-${option.id}`}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of the list
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={mergeClasses(styles.option, index === active && styles.active, !option.pick && styles.added)}
            onClick={() => void choose(index)}
          >
            {option.label}
          </li>
        ))}
      </ul>
    </div>
  );
}
