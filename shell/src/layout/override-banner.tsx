import { Warning16Filled } from "@fluentui/react-icons/svg/warning";
import type { Composition } from "@tessera/federation/composition.ts";
import { CLEAR_OVERRIDE_PATH } from "@tessera/federation/page.ts";
import { Button, makeStyles } from "@tessera/fluent";
import { useState } from "react";
import { useServices } from "../services.ts";

/** Height in px; layouts that fill the window leave it free through `--banner`. */
export const BANNER_HEIGHT = 40;

const useStyles = makeStyles({
  root: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    boxSizing: "border-box",
    height: `${BANNER_HEIGHT}px`,
    padding: "0 8px 0 16px",
    color: "var(--warn)",
    backgroundColor: "var(--warn-bg)",
  },
  text: { flexGrow: 1, minWidth: 0, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
});

/** Says which apps are local builds of this visitor, and restores the releases. */
export function OverrideBanner({ overrides }: { overrides: NonNullable<Composition["overrides"]> }) {
  const styles = useStyles();
  const { leave, notices } = useServices();
  const [clearing, setClearing] = useState(false);
  const words = overrides.map(({ title, url }) => `${title} from ${url}`).join(", ");
  const clear = async () => {
    setClearing(true);
    try {
      const answer = await fetch(CLEAR_OVERRIDE_PATH, { method: "POST" });
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      leave(location.pathname + location.search);
    } catch (error) {
      setClearing(false);
      notices.show({
        intent: "error",
        message: `The override was not cleared: ${error instanceof Error ? error.message : String(error)}`,
      });
    }
  };
  return (
    <section className={styles.root} aria-label="Override">
      <Warning16Filled />
      <span className={styles.text} title={words}>
        Only you see {words}
      </span>
      <Button size="small" disabled={clearing} onClick={clear}>
        Clear
      </Button>
    </section>
  );
}
