import type { Account } from "@tessera/contracts-finance/accounts.ts";
import type { TransactionFilter } from "@tessera/contracts-finance/transactions.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Select } from "@tessera/fluent-extra";
import { TextButton } from "@tessera/ui";
import { DayField } from "@tessera/ui/day-field";
import { SearchField } from "@tessera/ui/search-field";
import { type RefObject, useCallback } from "react";
import type { TreeNode } from "../frame/use-books.ts";
import type { FilterName } from "./filter-in-url.ts";

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
  choice: { flexBasis: "140px", minWidth: "120px", maxWidth: "220px" },
  // Room for "All categories" beside the arrow; on a phone, for a day beside it.
  category: { flexBasis: "150px", minWidth: "150px" },
  words: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
  day: { flexGrow: 1, flexBasis: "200px", minWidth: "150px", maxWidth: "320px" },
});

/** What the list shows: words, account, category, state, days. */
export function FilterBar(props: {
  filter: TransactionFilter;
  accounts: readonly Account[];
  tree: readonly TreeNode[];
  /** The name of the payee that the list is limited to. */
  payee: string | undefined;
  search: RefObject<HTMLInputElement | null>;
  onChange: (name: FilterName, value: string) => void;
  onClear: () => void;
}) {
  const styles = useStyles();
  const { filter, onChange } = props;
  const search = useCallback((words: string) => onChange("q", words), [onChange]);
  const more = wordsOf(filter, props.payee);
  const value = (name: FilterName) => String(filter[name] ?? "");
  return (
    <search className={styles.bar} aria-label="Filter">
      <SearchField
        field={props.search}
        label="Search payee, note, reference, tag"
        placeholder="Search payee, note, tag"
        words={String(filter.q ?? "")}
        onChange={search}
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
        className={mergeClasses(styles.choice, styles.category)}
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
      {(["from", "to"] as const).map((name) => (
        <div key={name} className={styles.day}>
          <DayField
            label={name === "from" ? "From" : "To"}
            placeholder={name === "from" ? "From" : "To"}
            value={value(name)}
            onChange={(day) => onChange(name, day)}
          />
        </div>
      ))}
      {more && <span className={styles.words}>{more}</span>}
      {Object.keys(filter).length > 0 && <TextButton onClick={props.onClear}>Show all</TextButton>}
    </search>
  );
}

/** What else limits the list, as a page that led here asked for it. */
const wordsOf = ({ own, counted, currency, direction }: TransactionFilter, payee: string | undefined): string =>
  [
    payee,
    currency && `In ${currency}`,
    direction && (direction === "in" ? "what came in" : "what went out"),
    counted && "without transfers",
    counted === "budget" && "in the accounts of the budget",
    own && "without the categories below",
  ]
    .filter(Boolean)
    .join(", ");
