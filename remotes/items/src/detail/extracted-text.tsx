import { Copy16Regular } from "@fluentui/react-icons/svg/copy";
import type { Item } from "@tessera/contracts-items/items.ts";
import { Button, makeStyles } from "@tessera/fluent";
import { shell } from "@tessera/shell-api";
import { StatusText } from "@tessera/ui";
import { type ReactNode, useState } from "react";
import { frameText, useReaderText } from "./reader/reader-text.ts";
import { TextSettings } from "./reader/text-settings.tsx";
import { useDetailStyles } from "./use-detail-styles.ts";
import { useReprocess } from "./use-reprocess.ts";

/** Characters that are shown before somebody asks for all. */
const SHOWN_FIRST = 4000;

const useStyles = makeStyles({
  head: { display: "flex", alignItems: "center", gap: "4px", minHeight: "32px" },
  title: { margin: "0 auto 0 0" },
});

/** What a step read out of a file: shown as it would be read, or where the step is with it. */
export function ExtractedText(props: {
  item: Item;
  step: string;
  title: string;
  text: string | undefined;
  /** While the step runs, when it found nothing, and the button that runs it again. */
  words: { pending: string; none: string; again: string };
  /** What stands behind the text. */
  children?: ReactNode;
}) {
  const { item, step, title, text = "", words } = props;
  const styles = useStyles();
  const detail = useDetailStyles();
  const reprocess = useReprocess(item.id);
  const [whole, setWhole] = useState(false);
  const state = item.processing[step]?.state;
  const { font, size, lineHeight } = frameText(useReaderText());
  const family = font === "serif" ? "serif" : undefined;
  const isCut = !whole && text.length > SHOWN_FIRST;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    shell().notifications.show({ message: "Text copied", intent: "success" });
  };
  // What failed is said above, with the way to try again.
  if (!text && state === "failure") return null;
  return (
    <section className={detail.part} aria-label={title}>
      <div className={styles.head}>
        <h2 className={`${detail.partTitle} ${styles.title}`}>{title}</h2>
        {text && (
          <>
            <Button appearance="subtle" size="small" icon={<Copy16Regular />} onClick={() => void copy()}>
              Copy
            </Button>
            <TextSettings />
          </>
        )}
      </div>
      {state === "pending" && <StatusText status="run">{words.pending}</StatusText>}
      {text ? (
        <>
          <div
            lang={item.language ?? undefined}
            className={detail.plain}
            style={{ fontSize: size, lineHeight, fontFamily: family }}
          >
            {isCut ? `${text.slice(0, SHOWN_FIRST).toWellFormed()}…` : text}
          </div>
          {isCut && (
            <Button size="small" onClick={() => setWhole(true)}>
              Show the whole text
            </Button>
          )}
          {props.children}
        </>
      ) : (
        state === "success" && (
          <div className={detail.notice}>
            <span className={detail.grow}>{words.none}</span>
            <Button size="small" disabledFocusable={reprocess.isPending} onClick={() => reprocess.mutate(step)}>
              {words.again}
            </Button>
          </div>
        )
      )}
    </section>
  );
}
