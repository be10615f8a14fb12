import { Button } from "@tessera/fluent";
import { HtmlFrame, StatusText } from "@tessera/ui";
import type { BodyProps } from "./body-props.ts";
import { dataOf } from "./item-data.ts";
import { MarkdownField } from "./markdown-field.tsx";
import { useDetailStyles } from "./use-detail-styles.ts";
import { useReprocess } from "./use-reprocess.ts";

/** A page of the web: its readable copy, and the person's own notes. */
export function BookmarkBody({ item, edit }: BodyProps) {
  const styles = useDetailStyles();
  const reprocess = useReprocess(item.id);
  const { description, readableHtml } = dataOf("bookmark", item);
  const step = item.processing.readable;
  return (
    <>
      {description && <p className={styles.lead}>{description}</p>}
      {readableHtml ? (
        <HtmlFrame title={`Readable copy of ${item.title}`} html={readableHtml} />
      ) : (
        <>
          {step?.state === "pending" && <StatusText status="run">The page is being read…</StatusText>}
          {!step && (
            <Button size="small" disabledFocusable={reprocess.isPending} onClick={() => reprocess.mutate("readable")}>
              Fetch a readable copy
            </Button>
          )}
        </>
      )}
      <div className={styles.part}>
        <MarkdownField label="My notes" text={item.body} placeholder="Why this is worth keeping" onChange={(body) => edit({ body })} />
      </div>
    </>
  );
}
