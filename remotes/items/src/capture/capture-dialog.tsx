import { Attach20Regular } from "@fluentui/react-icons/svg/attach";
import { counted } from "@tessera/contracts-core/counted.ts";
import { isProblemOf } from "@tessera/contracts-core/problem-error.ts";
import type { CoreProblemCode } from "@tessera/contracts-core/problems.ts";
import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import type { ItemsProblemCode } from "@tessera/contracts-items/problems.ts";
import type { Word } from "@tessera/contracts-items/words/words.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { type DialogActions, type Notification, shell } from "@tessera/shell-api";
import { Keycap, Pill, touch, useUiSettings, ViewTabs } from "@tessera/ui";
import {
  type ComponentType,
  type KeyboardEvent,
  lazy,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { textAreaStyle } from "../detail/text-area-style.ts";
import { loadPart } from "../load-part.ts";
import { TagField } from "../tags/tag-field.tsx";
import { sentenceOf } from "../triage/use-triage.ts";
import type { Capture } from "../types/captures.ts";
import { filesIn, pastedFiles } from "../uploads/files-in.ts";
import { uploadFiles } from "../uploads/upload-files.ts";
import { type CaptureDraft, clearDraft, keepDraft, readDraft } from "./capture-draft.ts";
import { createItem } from "./create-item.ts";
import { FileChips } from "./file-chips.tsx";
import { offeredTrialDays, startTrial } from "./trial.ts";
import { readTyped } from "./typed-words.ts";
import { WordChips } from "./word-chips.tsx";

/** Nobody waits for it, and without it nothing is missing that was typed. */
const LikeTyped = lazy<ComponentType<{ text: string; onOpen: () => void }>>(async () => {
  try {
    return { default: (await loadPart(() => import("../neighbours/like-typed.tsx"))).LikeTyped };
  } catch {
    return { default: () => null };
  }
});

/** Files that were chosen and not sent; closing the dialog keeps them for as long as the page is open. */
let staged: readonly File[] = [];

type Made = Awaited<ReturnType<typeof createItem>>;

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "12px" },
  field: {
    ...textAreaStyle,
    minHeight: "112px",
    maxHeight: "40vh",
    padding: "10px 12px",
    fontFamily: "inherit",
    fontSize: "16px",
    lineHeight: "24px",
  },
  rest: { minHeight: "136px", [touch]: { minHeight: "164px" } },
  types: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    // On a phone the types scroll within the row.
    "& > div": { padding: 0, flexShrink: 1, minWidth: 0 },
    "&[hidden]": { display: "none" },
  },
  label: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  failed: { display: "flex", gap: "8px", alignItems: "baseline" },
  foot: { display: "flex", justifyContent: "flex-end", alignItems: "center", gap: "8px" },
  kept: { display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "8px", margin: "0 auto 0 -12px" },
  draft: { fontSize: "12px", color: tokens.colorNeutralForeground3 },
  over: { outline: "2px dashed var(--sel-bar)", outlineOffset: "8px", borderRadius: "6px" },
  keyed: { display: "inline-flex", alignItems: "center", gap: "8px", whiteSpace: "nowrap" },
});

const KEPT: Notification = {
  message: "Kept on this device. It is sent once the connection is back.",
  intent: "success",
};
const saidOf = (made: NonNullable<Made>, captured: string, go: (path: string) => unknown): Notification => ({
  message: made.existed ? "You already had this; moved to the top" : captured,
  intent: "success",
  action: { label: "Open", run: () => void go(`/items/inbox/${made.item.id}`) },
});

/** Where a plan is what is missing, what leads to the plans; trying again would be refused again. */
const plansFor = (reason: unknown): string | null =>
  isProblemOf<ItemsProblemCode>(reason, "plan_limit_reached")
    ? "Change plan"
    : isProblemOf<CoreProblemCode>(reason, "subscription_required")
      ? "See the plans"
      : null;

/**
 * One field for anything: an address, "[] something to do", a note, a line to sort later; and files. Closing keeps what
 * was typed and chosen.
 */
export function CaptureDialog(props: { dialog: DialogActions; captures: Capture[]; choose?: boolean }) {
  const { dialog, captures, choose = false } = props;
  const styles = useStyles();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(readDraft);
  const [kept] = useState(draft.text !== "");
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<{ sentence: string; plans: string | null; trialDays: number } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState(staged);
  const [over, setOver] = useState(false);
  // The field is there for the first letter; what is below it is drawn right after.
  const isWhole = useDeferredValue(true, false);
  const stage = (next: readonly File[]) => {
    staged = next;
    setFiles(next);
    setError(null);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(draft.text.length, draft.text.length);
    if (choose) chooser.current?.click();
  }, []);

  const region = useUiSettings();
  const typed = readTyped(draft, captures, { now: new Date(), timeZone: region.timeZone, locale: region.locale });
  const { chosen, words } = typed;
  const problem = chosen.code.problem?.(typed.text) ?? null;
  const nothing = !draft.text.trim() && files.length === 0;
  const change = (patch: Partial<CaptureDraft>) => {
    const next = { ...draft, ...patch, key: error === null ? draft.key : crypto.randomUUID() };
    setDraft(next);
    keepDraft(next);
    setError(null);
  };

  /** @param first what the service needs before the card */
  const save = async (first?: () => Promise<void>) => {
    if (saving || nothing || problem) return;
    setSaving(true);
    setError(null);
    try {
      await first?.();
      if (draft.text.trim()) {
        const title = `Capture: ${chosen.words.label}`;
        const made = await createItem(client, chosen.code.itemOf(typed.text, typed.tags, words), draft.key, title);
        shell().notifications.show(made ? saidOf(made, chosen.words.captured, navigate) : KEPT);
      }
      clearDraft();
      // They continue once this is closed; the list shows how far they are.
      if (files.length > 0) void uploadFiles(client, files, typed.tags);
      staged = [];
      dialog.close();
    } catch (reason) {
      const trialDays = isProblemOf<CoreProblemCode>(reason, "subscription_required") ? await offeredTrialDays() : 0;
      setError({ sentence: sentenceOf(reason), plans: plansFor(reason), trialDays });
      setSaving(false);
    }
  };
  /** Text first: the word stays where it was typed and means nothing more. */
  const refuse = (word: Word) => {
    change({ refused: [...draft.refused, draft.text.slice(word.from, word.to)] });
    field.current?.focus();
  };
  /** Backspace right after a recognised word refuses it; the next one deletes as ever. */
  const onBackspace = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (event.key !== "Backspace" || selectionStart !== selectionEnd || event.nativeEvent.isComposing) return;
    const word = words.find(({ to }) => to === selectionStart);
    if (!word) return;
    event.preventDefault();
    refuse(word);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void save();
  };
  // What stands below the field is drawn again for its own changes: a letter would wait for all of it.
  const latest = useRef({ change, save });
  latest.current = { change, save };
  const types = useMemo(
    () => (
      <ViewTabs
        label="Save as"
        views={captures.map(({ type, words }) => ({ id: type, label: words.label }))}
        selected={chosen.type}
        onSelect={(type) => latest.current.change({ type })}
      />
    ),
    [captures, chosen.type],
  );
  const tags = useMemo(
    () => (
      <TagField
        label="Tags"
        tags={draft.tags}
        onChange={(tags) => latest.current.change({ tags })}
        onDone={() => void latest.current.save()}
      />
    ),
    [draft.tags],
  );
  const attach = useMemo(
    () => (
      <Button appearance="subtle" icon={<Attach20Regular />} onClick={() => chooser.current?.click()}>
        Add files
      </Button>
    ),
    [],
  );
  const close = useMemo(
    () => (
      <Button data-closes="" onClick={() => dialog.cancel()}>
        Close
      </Button>
    ),
    [dialog],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl Enter of the fields inside
    <div
      className={mergeClasses(styles.root, over && styles.over)}
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const dropped = filesIn(event.dataTransfer);
        if (dropped.length === 0) return;
        event.preventDefault();
        stage([...files, ...dropped]);
      }}
    >
      <textarea
        ref={field}
        className={styles.field}
        aria-label="What to capture"
        placeholder="A thought, a link, “[] something to do”"
        value={draft.text}
        maxLength={MAX_BODY_LENGTH}
        onChange={(event) => change({ text: event.target.value })}
        onKeyDown={onBackspace}
        onPaste={(event) => {
          const pasted = pastedFiles(event.clipboardData);
          if (pasted.length === 0) return;
          event.preventDefault();
          stage([...files, ...pasted]);
        }}
      />
      <WordChips words={words} onRefuse={refuse} />
      <FileChips files={files} onRemove={(file) => stage(files.filter((one) => one !== file))} />
      <input
        ref={chooser}
        hidden
        type="file"
        multiple
        aria-label="Files to capture"
        onChange={(event) => {
          stage([...files, ...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <div className={mergeClasses(styles.root, styles.rest)}>
        {isWhole && (
          <>
            <div className={styles.types} hidden={files.length > 0 && !draft.text.trim()}>
              <span className={styles.label}>Save as</span>
              {types}
            </div>
            {tags}
            <Suspense>
              <LikeTyped text={typed.text} onOpen={() => dialog.cancel()} />
            </Suspense>
            {problem && <Pill status="warn">{problem}</Pill>}
            {error && (
              <div role="alert" className={styles.failed}>
                <Pill status="bad">Not saved</Pill>
                <span>
                  {error.trialDays > 0
                    ? `Cards need a plan, or the trial: ${counted(error.trialDays, "day")} without a card, and nothing is charged when it ends.`
                    : error.sentence}{" "}
                  Your text is kept here.
                </span>
              </div>
            )}
            <div className={styles.foot}>
              <span className={styles.kept}>
                {attach}
                {kept && <span className={styles.draft}>Continued from your draft</span>}
              </span>
              {close}
              {error?.plans ? (
                <Button
                  appearance={error.trialDays > 0 ? "secondary" : "primary"}
                  onClick={() => {
                    dialog.close();
                    void navigate("/billing");
                  }}
                >
                  {error.plans}
                </Button>
              ) : null}
              {error && error.trialDays > 0 && (
                <Button appearance="primary" onClick={() => void save(startTrial)}>
                  Start the trial and capture
                </Button>
              )}
              {!error?.plans && (
                <Button
                  appearance="primary"
                  disabledFocusable={saving || nothing || problem !== null}
                  onClick={() => void save()}
                >
                  <span className={styles.keyed}>
                    {saving ? "Saving…" : error ? "Try again" : "Capture"} <Keycap onBrand>Ctrl Enter</Keycap>
                  </span>
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </div>
  );
}
