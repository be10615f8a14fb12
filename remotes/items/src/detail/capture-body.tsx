import { Button, makeStyles, Tooltip } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { items, keys } from "../api.ts";
import { keepItem, refreshCounts } from "../triage/change-items.ts";
import { offerUndo } from "../triage/undo.ts";
import { updateItem } from "../triage/update-item.ts";
import { sentenceOf } from "../triage/use-triage.ts";
import type { BodyProps } from "./body-props.ts";
import { backToCapture, conversion, type Target } from "./convert.ts";
import { dataOf } from "./item-data.ts";
import { MarkdownField } from "./markdown-field.tsx";
import { useDetailStyles } from "./use-detail-styles.ts";

const useStyles = makeStyles({ buttons: { display: "flex", gap: "8px", flexWrap: "wrap" } });

const TARGETS: { type: Target; label: string }[] = [
  { type: "note", label: "Make it a note" },
  { type: "task", label: "Make it a task" },
  { type: "bookmark", label: "Make it a bookmark" },
];

/** How sure a guess must be to be said, 0–1. */
const SURE = 0.6;

/** A raw capture: what it looks like, and one button for each thing it may become. */
export function CaptureBody({ item, edit, beforeConvert }: BodyProps & { beforeConvert: () => Promise<void> }) {
  const styles = useStyles();
  const detail = useDetailStyles();
  const client = useQueryClient();
  const { guess } = dataOf("inbox", item);
  const convert = async (type: Target) => {
    await beforeConvert();
    const now = await items.get(item.id);
    const patch = conversion(now, type);
    if (!patch) return;
    try {
      const made = await updateItem(items, now.id, now, patch);
      keepItem(client, made);
      refreshCounts(client);
      void client.invalidateQueries({ queryKey: keys.lists });
      offerUndo(`Made “${made.title}” a ${type}`, async () => {
        keepItem(client, await updateItem(items, made.id, made, backToCapture(now, patch)));
        refreshCounts(client);
        void client.invalidateQueries({ queryKey: keys.lists });
      });
    } catch (error) {
      shell().notifications.show({ message: `It stayed a capture: ${sentenceOf(error)}`, intent: "error" });
    }
  };
  const guessed = guess && guess.confidence >= SURE && TARGETS.some(({ type }) => type === guess.type) ? guess : null;
  return (
    <>
      <div className={detail.notice}>
        <span className={detail.grow}>
          {guessed ? `Looks like a ${guessed.type}, ${Math.round(guessed.confidence * 100)}% sure.` : "Not sorted yet: what is it?"}
        </span>
        <span className={styles.buttons}>
          {TARGETS.map(({ type, label }) => {
            const possible = conversion(item, type) !== null;
            const button = (
              <Button
                key={type}
                size="small"
                appearance={guessed?.type === type ? "primary" : "secondary"}
                disabledFocusable={!possible}
                onClick={() => void convert(type)}
              >
                {label}
              </Button>
            );
            return possible ? (
              button
            ) : (
              <Tooltip key={type} content="There is no address in this text" relationship="description">
                {button}
              </Tooltip>
            );
          })}
        </span>
      </div>
      <MarkdownField label="Text" text={item.body} placeholder="What was captured" onChange={(body) => edit({ body })} />
    </>
  );
}
