import { Button, makeStyles } from "@tessera/fluent";
import { Pill, StatusText } from "@tessera/ui";
import { lazy, Suspense } from "react";
import { loadPart, openPart } from "../load-part.ts";
import { offerUndo } from "../triage/undo.ts";
import { sentenceOf } from "../triage/use-triage.ts";
import { type EditSession, type EditView, MERGED_FIELDS } from "./edit-session.ts";
import { useDetailStyles } from "./use-detail-styles.ts";
import { whereChanged } from "./where-changed.ts";

const Difference = lazy(() => loadPart(() => import("./difference.tsx")));

const useStyles = makeStyles({ bar: { marginBottom: "20px" } });

/** In the toolbar: whether what was typed is safe on the server. */
export function SaveStatus({ view }: { view: EditView }) {
  if (view.state === "saving" || view.state === "waiting") return <StatusText status="run">Saving…</StatusText>;
  if (view.state === "kept") return <StatusText status="idle">Saved on this device</StatusText>;
  if (view.state === "failed" || view.state === "conflict") return <StatusText status="bad">Not saved</StatusText>;
  return null;
}

const FIELDS: Record<string, string> = {
  title: "the title",
  body: "the text",
  tags: "the tags",
  dueAt: "the due date",
};

/** Above the card: why it is not saved, that nothing is lost, and what can be done. */
export function SaveTrouble({ session, view }: { session: EditSession; view: EditView }) {
  const styles = useStyles();
  const detail = useDetailStyles();
  if (view.state === "failed") {
    return (
      <div role="alert" className={`${detail.notice} ${styles.bar}`}>
        <span className={detail.grow}>
          <Pill status="bad">Not saved</Pill> {sentenceOf(view.error)} Your text is kept on this device.
        </span>
        <Button size="small" onClick={() => void session.flush()}>
          Save again
        </Button>
      </div>
    );
  }
  if (view.state !== "conflict" || !view.conflict) return null;
  const where = whereChanged(view.conflict.fresh, "on another device or page");
  const fields = view.conflict.fields.map((field) => ({
    field,
    words: FIELDS[field] ?? field.replace(/^data\./, "the "),
  }));
  const what = new Intl.ListFormat("en", { type: "conjunction" }).format(fields.map(({ words }) => words));
  const merge = async () => {
    const { merged } = await loadPart(() => import("@tessera/text-changes/text-difference.ts"));
    const back = session.mergeBoth(merged);
    offerUndo("Merged both versions", async () => back());
  };
  return (
    <div role="alert" className={`${detail.notice} ${styles.bar}`}>
      <span className={detail.grow}>
        <Pill status="warn">Changed elsewhere</Pill> {what[0]?.toUpperCase()}
        {what.slice(1)} of this card was changed {where} while you did. What you typed is below and kept; nothing was
        overwritten.
      </span>
      <Suspense>
        <Difference mine={view.item} theirs={view.conflict.fresh} fields={fields} />
      </Suspense>
      {fields.some(({ field }) => (MERGED_FIELDS as readonly string[]).includes(field)) && (
        <Button size="small" onClick={() => void openPart(merge)}>
          Merge both
        </Button>
      )}
      <Button size="small" onClick={() => void session.keepMine()}>
        Keep mine
      </Button>
      <Button
        size="small"
        onClick={() => {
          const back = session.takeTheirs();
          offerUndo("Took the other version", async () => back());
        }}
      >
        Take theirs
      </Button>
    </div>
  );
}
