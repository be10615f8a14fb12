import { ChevronLeft20Regular } from "@fluentui/react-icons/svg/chevron-left";
import { ChevronRight20Regular } from "@fluentui/react-icons/svg/chevron-right";
import { makeStyles, tokens } from "@tessera/fluent";
import { useId } from "react";
import { IconButton } from "./icon-button.tsx";
import { labels } from "./labels.ts";

const useStyles = makeStyles({
  root: {
    display: "flex",
    alignItems: "center",
    justifyContent: "flex-end",
    gap: "8px",
    height: "40px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: "tabular-nums",
  },
  select: {
    height: "24px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "6px",
    font: "inherit",
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
  },
});

/** Foot of a table that is read page by page; `page` counts from 0. A list says items, a table rows. */
export function Pager(props: {
  of: "items" | "rows";
  page: number;
  pageSize: number;
  total: number;
  sizes?: readonly number[];
  onChange: (page: number, pageSize: number) => void;
}) {
  const styles = useStyles();
  const id = useId();
  const { page, pageSize, total } = props;
  const first = total === 0 ? 0 : page * pageSize + 1;
  const last = Math.min(total, (page + 1) * pageSize);
  return (
    <div className={styles.root}>
      <label htmlFor={id}>{props.of === "items" ? labels.itemsPerPage : labels.rowsPerPage}</label>
      <select
        id={id}
        className={styles.select}
        value={pageSize}
        onChange={(event) => props.onChange(0, Number(event.target.value))}
      >
        {(props.sizes ?? [10, 25, 50, 100]).map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
      <span>
        {first}–{last} of {total.toLocaleString()}
      </span>
      <IconButton
        size="small"
        icon={<ChevronLeft20Regular />}
        label="Previous page"
        disabled={page === 0}
        onClick={() => props.onChange(page - 1, pageSize)}
      />
      <IconButton
        size="small"
        icon={<ChevronRight20Regular />}
        label="Next page"
        disabled={last >= total}
        onClick={() => props.onChange(page + 1, pageSize)}
      />
    </div>
  );
}
