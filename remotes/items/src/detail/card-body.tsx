import { Pin16Filled } from "@fluentui/react-icons/svg/pin";
import { Pill, RelativeTime, Tag } from "@tessera/ui";
import { BookmarkBody } from "./bookmark-body.tsx";
import { CaptureBody } from "./capture-body.tsx";
import type { EditSession, EditView } from "./edit-session.ts";
import { FailedSteps } from "./failed-steps.tsx";
import { dataOf } from "./item-data.ts";
import { MailBody } from "./mail-body.tsx";
import { NoteBody } from "./note-body.tsx";
import { SaveTrouble } from "./save-status.tsx";
import { TaskBody } from "./task-body.tsx";
import { TitleField } from "./title-field.tsx";
import { useDetailStyles } from "./use-detail-styles.ts";

/** Words a minute of quiet reading, for the length of a readable copy. */
const READING_SPEED = 230;

/** A card to read and to edit: title, what is known about it, and the part that belongs to its type. */
export function CardBody({ session, view, onTag }: { session: EditSession; view: EditView; onTag: () => void }) {
  const styles = useDetailStyles();
  const { item } = view;
  const edit = session.edit.bind(session);
  return (
    <>
      <TitleField title={item.title} onChange={(title) => edit({ title })} />
      <Meta view={view} onTag={onTag} />
      {item.status === "trash" && (
        <div className={styles.notice}>
          <Pill status="warn">In the trash</Pill> It stays here until you delete it for good or move it back.
        </div>
      )}
      <SaveTrouble session={session} view={view} />
      <FailedSteps item={item} />
      {item.type === "bookmark" ? (
        <BookmarkBody item={item} edit={edit} />
      ) : item.type === "task" ? (
        <TaskBody item={item} edit={edit} />
      ) : item.type === "mail" ? (
        <MailBody item={item} />
      ) : item.type === "inbox" ? (
        <CaptureBody item={item} edit={edit} beforeConvert={() => session.flush()} />
      ) : (
        <NoteBody item={item} edit={edit} />
      )}
    </>
  );
}

function Meta({ view: { item }, onTag }: { view: EditView; onTag: () => void }) {
  const styles = useDetailStyles();
  const page = item.type === "bookmark" ? dataOf("bookmark", item) : {};
  const snoozed = item.snoozeUntil !== null && new Date(item.snoozeUntil) > new Date();
  const parts = [
    item.pinned && (
      <span key="pinned" className={styles.keyed}>
        <Pin16Filled aria-hidden="true" /> Pinned
      </span>
    ),
    page.url && (
      <a key="url" className={styles.link} href={page.url} target="_blank" rel="noreferrer noopener" title={page.url}>
        {page.siteName || hostOf(page.url)}
      </a>
    ),
    page.author && <span key="author">{page.author}</span>,
    page.wordCount ? <span key="words">{Math.max(1, Math.round(page.wordCount / READING_SPEED))} min read</span> : null,
    !page.url && (
      <span key="age">
        <RelativeTime at={item.createdAt} />
      </span>
    ),
    snoozed && item.snoozeUntil && (
      <span key="snoozed">
        snoozed until <RelativeTime at={item.snoozeUntil} />
      </span>
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
        {item.tags.length > 0 ? item.tags.map((tag) => <Tag key={tag}>{tag}</Tag>) : <span className={styles.link}>Add tags</span>}
      </button>
    </div>
  );
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url);
