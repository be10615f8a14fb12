import { makeStyles, tokens } from "@tessera/fluent";
import { Input } from "@tessera/fluent-data";
import { ViewTabs } from "@tessera/ui";
import type { ReactNode } from "react";
import { labelOfType, useItemTypes } from "../types/item-types.ts";
import { KINDS, type LiveFilter } from "./live-filter.ts";

const phone = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  filters: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    padding: "8px 16px 8px 4px",
    [phone]: { padding: 0 },
  },
  views: {
    paddingTop: "8px",
    marginBottom: "-8px",
    flexGrow: 1,
    minWidth: 0,
    [phone]: { padding: 0, marginBottom: 0 },
  },
  fields: { display: "flex", alignItems: "center", gap: "8px", [phone]: { width: "100%", padding: "0 16px 8px" } },
  select: {
    height: "32px",
    padding: "0 8px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "6px",
    font: "inherit",
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    [phone]: { height: "44px" },
  },
  text: { minWidth: 0, width: "200px", [phone]: { flexGrow: 1, height: "44px" } },
});

/** Filters by what happened, by type and by title; on a phone the page's actions are below. */
export function LiveFilters(props: {
  filter: LiveFilter;
  change: (patch: Partial<LiveFilter>, replace?: boolean) => void;
  children?: ReactNode;
}) {
  const { filter, change, children } = props;
  const styles = useStyles();
  const types = useItemTypes();
  return (
    <div className={styles.filters}>
      <div className={styles.views}>
        <ViewTabs label="What happened" views={KINDS} selected={filter.kind} onSelect={(kind) => change({ kind })} />
      </div>
      <div className={styles.fields}>
        <select
          className={styles.select}
          aria-label="Type"
          value={filter.type}
          onChange={(event) => change({ type: event.target.value })}
        >
          <option value="all">All types</option>
          {types.map((info) => (
            <option key={info.type} value={info.type}>
              {labelOfType(info.type, types)}
            </option>
          ))}
        </select>
        <Input
          className={styles.text}
          aria-label="Title contains"
          placeholder="Title contains"
          value={filter.text}
          onChange={(_, data) => change({ text: data.value }, true)}
        />
      </div>
      {children && <div className={styles.fields}>{children}</div>}
    </div>
  );
}
