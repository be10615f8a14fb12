import { Warning16Filled } from "@fluentui/react-icons/svg/warning";
import type { Composition } from "@tessera/federation/composition.ts";
import { CLEAR_OVERRIDE_PATH } from "@tessera/federation/page.ts";
import { CLEAR_PREVIEW_PATH } from "@tessera/federation/previews.ts";
import { PlainButton } from "@tessera/ui";
import { useState } from "react";
import { useServices } from "../services.ts";
import { Banner, useBannerText } from "./banner.tsx";

type Shown = Pick<Composition, "overrides" | "previews">;

/**
 * Says which apps are local builds of this visitor, and which releases they see by a preview link, and restores what
 * everybody gets.
 */
export function OverrideBanner({ overrides = [], previews = [] }: Shown) {
  const styles = useBannerText();
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
    <Banner label={what} icon={<Warning16Filled />} warning>
      <span className={styles.text} title={words}>
        {words}
      </span>
      <PlainButton size="small" disabled={clearing} onClick={clear}>
        {overrides.length ? "Clear" : "Leave preview"}
      </PlainButton>
    </Banner>
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
