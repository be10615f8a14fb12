import type { ItemBodyProps } from "@tessera/shell-api";
import { Fragment } from "react";
import { MarkdownField } from "./markdown-field.tsx";
import { useDetailStyles } from "./use-detail-styles.ts";

/** Longest value that is shown; the rest of it is cut. */
const MAX_SHOWN = 500;

const worded = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)).slice(0, MAX_SHOWN);

/** A card whose type has no view here: its own fields as they are stored, and its text. */
export function PlainBody({ item, edit }: Pick<ItemBodyProps, "item" | "edit">) {
  const styles = useDetailStyles();
  const fields = Object.entries(item.data).filter(([, value]) => value !== null && value !== "");
  return (
    <>
      {fields.length > 0 && (
        <div className={styles.rows}>
          {fields.map(([name, value]) => (
            <Fragment key={name}>
              <span className={styles.rowLabel}>{name}</span>
              <span className={styles.value}>{worded(value)}</span>
            </Fragment>
          ))}
        </div>
      )}
      <MarkdownField
        label="Text"
        text={item.body}
        placeholder="Write in Markdown"
        onChange={(body) => edit({ body })}
      />
    </>
  );
}
