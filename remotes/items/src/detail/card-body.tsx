import { Pin16Filled } from "@fluentui/react-icons/svg/pin";
import type { Item } from "@tessera/contracts-items/items.ts";
import { Pill, RelativeTime, Tag, useUiSettings } from "@tessera/ui";
import type { ReactNode } from "react";
import { daysAround } from "../list/days-around.ts";
import { wakeWords } from "../list/due-words.ts";
import { TagWord } from "../tags/tag-word.tsx";
import { doneOf } from "../types/done.ts";
import { DoneCircle } from "../types/done-circle.tsx";
import type { EditSession, EditView } from "./edit-session.ts";
import { FailedSteps } from "./failed-steps.tsx";
import { SaveTrouble } from "./save-status.tsx";
import { TextLanguage } from "./text-language.ts";
import { TitleField } from "./title-field.tsx";
import { TypeView } from "./type-view.tsx";
import { useDetailStyles } from "./use-detail-styles.ts";

/** A card to read and to edit: title, what is known about it, and the part that belongs to its type. */
export function CardBody(props: {
  session: EditSession;
  view: EditView;
  onTag: () => void;
  /** Completes the card, or opens it again. */
  onTick: () => void;
}) {
  const { session, view, onTag } = props;
  const styles = useDetailStyles();
  const { item } = view;
  const edit = session.edit.bind(session);
  const { done } = doneOf(item);
  return (
    <TextLanguage value={item.language ?? undefined}>
      <div className={styles.headline}>
        {done !== undefined && <DoneCircle large title={item.title} done={done} onToggle={props.onTick} />}
        <TitleField item={item} struck={done} edit={edit} />
      </div>
      <TypeView item={item} edit={edit} saved={() => session.flush()}>
        {(facts, body) => (
          <>
            <Meta item={item} facts={facts} onTag={onTag} />
            {item.status === "trash" && (
              <div className={styles.notice}>
                <Pill status="warn">In the trash</Pill> It is deleted for good after 30 days. Until then you can move it
                back.
              </div>
            )}
            <SaveTrouble session={session} view={view} />
            <FailedSteps item={item} />
            {body}
          </>
        )}
      </TypeView>
    </TextLanguage>
  );
}

function Meta({ item, facts, onTag }: { item: Item; facts: ReactNode[] | null; onTag: () => void }) {
  const styles = useDetailStyles();
  const region = useUiSettings();
  const now = new Date();
  const snoozed = item.snoozeUntil !== null && new Date(item.snoozeUntil) > now;
  const parts = [
    item.pinned && (
      <span key="pinned" className={styles.keyed}>
        <Pin16Filled aria-hidden="true" /> Pinned
      </span>
    ),
    ...(facts ?? []),
    facts?.length === 0 && (
      <span key="age">
        <RelativeTime at={item.createdAt} />
      </span>
    ),
    snoozed && item.snoozeUntil && (
      <span key="snoozed">{`snoozed ${wakeWords(item.snoozeUntil, daysAround(now, region), region)}`}</span>
    ),
  ].filter(Boolean);
  return (
    <div className={styles.meta}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts stand in a fixed order
        <span key={index} className={styles.keyed}>
          {index > 0 && <span aria-hidden="true">·</span>}
          {part}
        </span>
      ))}
      <span aria-hidden="true">·</span>
      <button type="button" className={styles.tags} title="Edit tags" onClick={onTag}>
        {item.tags.length > 0 ? (
          item.tags.map((tag) => (
            <Tag key={tag}>
              <TagWord tag={tag} />
            </Tag>
          ))
        ) : (
          <span className={styles.link}>Add tags</span>
        )}
      </button>
    </div>
  );
}
