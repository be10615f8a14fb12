import { Checkmark20Regular } from "@fluentui/react-icons/svg/checkmark";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link, useLocation } from "@tessera/router";
import type { DialogActions } from "@tessera/shell-api";
import { useSavedSearches } from "../search/saved-searches.ts";
import { useItemTypes } from "../types/item-types.ts";
import { listChoices } from "./list-choices.ts";
import { useDueCounts } from "./use-due-counts.ts";

const useStyles = makeStyles({
  lists: { display: "flex", flexDirection: "column", margin: "0 -8px" },
  group: { "& + &": { borderTop: `1px solid ${tokens.colorNeutralStroke2}`, marginTop: "4px", paddingTop: "4px" } },
  list: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto 20px",
    alignItems: "center",
    gap: "12px",
    minHeight: "44px",
    padding: "0 8px",
    borderRadius: "6px",
    color: "inherit",
    textDecorationLine: "none",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
    "&[aria-current]": { color: tokens.colorBrandForeground1, backgroundColor: "var(--sel)", fontWeight: 600 },
  },
  count: { color: tokens.colorNeutralForeground3, fontWeight: 400, fontVariantNumeric: "tabular-nums" },
});

/** The lists to choose from, as what a thumb reaches. */
export function ListSwitcher({ dialog }: { dialog: DialogActions }) {
  const styles = useStyles();
  const { pathname, search } = useLocation();
  const groups = listChoices(useItemTypes(), useSavedSearches(), useDueCounts());
  const status = new URLSearchParams(search).get("status");
  const here = status ? `${pathname}?status=${status}` : pathname;
  return (
    <nav aria-label="Lists" className={styles.lists}>
      {groups.map((group) => (
        <div key={group[0]?.path} className={styles.group}>
          {group.map(({ path, label, count }) => (
            <Link
              key={path}
              to={path}
              className={styles.list}
              aria-current={path === here ? "page" : undefined}
              onClick={() => dialog.close()}
            >
              <span>{label}</span>
              <span className={styles.count}>{count?.toLocaleString()}</span>
              {path === here && <Checkmark20Regular aria-hidden="true" />}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
