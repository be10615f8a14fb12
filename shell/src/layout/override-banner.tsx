import { Warning16Filled } from "@fluentui/react-icons/svg/warning";
import type { Composition } from "@tessera/federation/composition.ts";
import { CLEAR_OVERRIDE_PATH } from "@tessera/federation/page.ts";
import { CLEAR_PREVIEW_PATH } from "@tessera/federation/previews.ts";
import { makeStyles } from "@tessera/fluent";
import { PlainButton } from "@tessera/ui";
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

type Banner = Pick<Composition, "overrides" | "previews">;

/**
 * Says which apps are local builds of this visitor, and which releases they see by a preview link, and restores what
 * everybody gets.
 */
export function OverrideBanner({ overrides = [], previews = [] }: Banner) {
  const styles = useStyles();
  const { leave, notices } = useServices();
  const [clearing, setClearing] = useState(false);
  const words = [
    overrides.length && `Only you see ${overrides.map(({ title, url }) => `${title} from ${url}`).join(", ")}`,
    ...previews.map(previewWords),
  ]
    .filter(Boolean)
    .join(". ");
  const what = overrides.length ? "Override" : "Preview";
  const clear = async () => {
    setClearing(true);
    try {
      if (overrides.length) await post(CLEAR_OVERRIDE_PATH);
      if (previews.length) await post(CLEAR_PREVIEW_PATH);
      leave(location.pathname + location.search);
    } catch (error) {
      setClearing(false);
      notices.show({
        intent: "error",
        message: `The ${what.toLowerCase()} was not cleared: ${error instanceof Error ? error.message : String(error)}`,
      });
    }
  };
  return (
    <section className={styles.root} aria-label={what}>
      <Warning16Filled />
      <span className={styles.text} title={words}>
        {words}
      </span>
      <PlainButton size="small" disabled={clearing} onClick={clear}>
        {overrides.length ? "Clear" : "Leave preview"}
      </PlainButton>
    </section>
  );
}

async function post(address: string): Promise<void> {
  const answer = await fetch(address, { method: "POST" });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
}

function previewWords({ title, version, branch, until, shown }: NonNullable<Composition["previews"]>[number]): string {
  const name = `${title} ${version}${branch === null ? "" : ` (${branch})`}`;
  if (!shown) return `The preview of ${name} cannot be shown beside what is live`;
  const end = new Date(until).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return `Preview of ${name}, which only you see, until ${end}`;
}
