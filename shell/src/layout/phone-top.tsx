import { ChevronDown16Regular } from "@fluentui/react-icons/svg/chevron-down";
import { ChevronLeft20Regular } from "@fluentui/react-icons/svg/chevron-left";
import { Search20Regular } from "@fluentui/react-icons/svg/search";
import { makeStyles, mergeClasses } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { IconButton } from "@tessera/ui";
import { useServices } from "../services.ts";
import { MeMenu } from "./me-menu.tsx";
import type { PageInfo } from "./use-page.ts";

const offPaper = { "@media print": { display: "none" } } as const;

const useStyles = makeStyles({
  top: {
    display: "flex",
    alignItems: "center",
    flexShrink: 0,
    gap: "4px",
    height: "52px",
    padding: "0 8px 0 16px",
    ...offPaper,
  },
  topBack: { paddingLeft: "8px" },
  title: {
    flexGrow: 1,
    minWidth: 0,
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    fontSize: "20px",
    lineHeight: "28px",
    fontWeight: 600,
    letterSpacing: "-.01em",
  },
  titleBack: { fontSize: "16px", lineHeight: "24px" },
  switch: {
    display: "inline-flex",
    alignItems: "center",
    gap: "4px",
    maxWidth: "100%",
    height: "44px",
    margin: "0 -8px",
    padding: "0 8px",
    border: "none",
    borderRadius: "6px",
    font: "inherit",
    letterSpacing: "inherit",
    color: "inherit",
    backgroundColor: "transparent",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  },
  switchText: { overflow: "hidden", textOverflow: "ellipsis" },
});

/** The slim bar above a phone's page. */
export function PhoneTop({ page }: { page: PageInfo }) {
  const styles = useStyles();
  const { overlay } = useServices();
  const go = useNavigate();
  const back = page.phoneBack;
  return (
    <header className={mergeClasses(styles.top, back && styles.topBack)}>
      {back && <IconButton size="large" icon={<ChevronLeft20Regular />} label="Back" onClick={() => go(back)} />}
      <div className={mergeClasses(styles.title, back && styles.titleBack)}>
        {page.phoneSwitch ? (
          <button
            type="button"
            className={styles.switch}
            aria-haspopup="dialog"
            aria-label={`${page.title}: show another list`}
            onClick={page.phoneSwitch}
          >
            <span className={styles.switchText}>{page.title}</span>
            <ChevronDown16Regular aria-hidden="true" />
          </button>
        ) : (
          page.title
        )}
      </div>
      {page.phoneActions}
      {!back && (
        <IconButton size="large" icon={<Search20Regular />} label="Search" onClick={() => overlay.set("palette")} />
      )}
      {!back && <MeMenu />}
    </header>
  );
}
