import type { Account } from "@tessera/contracts-finance/accounts.ts";
import type { TransactionFilter } from "@tessera/contracts-finance/transactions.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { TextButton } from "@tessera/ui";
import { type RefObject, useEffect, useState } from "react";
import type { TreeNode } from "../frame/use-books.ts";
import type { FilterName } from "./filter-in-url.ts";

/** Ms after the last key until the words are searched. */
const TYPING_MS = 250;

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    padding: "8px 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  search: { flexGrow: 1, flexBasis: "180px", minWidth: "140px", maxWidth: "320px" },
  choice: { flexBasis: "140px", minWidth: "120px", maxWidth: "220px" },
});

/** What the list shows: words, account, category, state, days. */
export function FilterBar(props: {
  filter: TransactionFilter;
  accounts: readonly Account[];
  tree: readonly TreeNode[];
  search: RefObject<HTMLInputElement | null>;
  onChange: (name: FilterName, value: string) => void;
  onClear: () => void;
}) {
  const styles = useStyles();
  const { filter, onChange } = props;
  const [words, setWords] = useState(String(filter.q ?? ""));
  useEffect(() => setWords(String(filter.q ?? "")), [filter.q]);
  useEffect(() => {
    if (words.trim() === String(filter.q ?? "")) return;
    const timer = setTimeout(() => onChange("q", words.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [words, filter.q, onChange]);
  const value = (name: FilterName) => String(filter[name] ?? "");
  return (
    <search className={styles.bar} aria-label="Filter">
      <Input
        ref={props.search}
        type="search"
        className={styles.search}
        aria-label="Search payee, note, reference, tag"
        placeholder="Search payee, note, tag"
        value={words}
        onChange={(_, data) => setWords(data.value)}
      />
      <Select
        className={styles.choice}
        aria-label="Account"
        value={value("account")}
        onChange={(_, data) => onChange("account", data.value)}
      >
        <option value="">All accounts</option>
        {props.accounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        className={styles.choice}
        aria-label="Category"
        value={value("category")}
        onChange={(_, data) => onChange("category", data.value)}
      >
        <option value="">All categories</option>
        <option value="none">Without a category</option>
        {props.tree.map(({ category, path }) => (
          <option key={category.id} value={category.id}>
            {path}
          </option>
        ))}
      </Select>
      <Input type="date" aria-label="From" value={value("from")} onChange={(_, data) => onChange("from", data.value)} />
      <Input type="date" aria-label="To" value={value("to")} onChange={(_, data) => onChange("to", data.value)} />
      {Object.keys(filter).length > 0 && <TextButton onClick={props.onClear}>Show all</TextButton>}
    </search>
  );
}
