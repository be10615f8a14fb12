import { ArrowSync16Regular } from "@fluentui/react-icons/svg/arrow-sync";
import { ArrowUpload20Regular } from "@fluentui/react-icons/svg/arrow-upload";
import { Camera20Regular } from "@fluentui/react-icons/svg/camera";
import type { Receipt } from "@tessera/contracts-finance/receipts.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { useCommands } from "@tessera/shell-api";
import {
  EmptyState,
  ErrorState,
  LiveNote,
  Notice,
  PaneScroll,
  RowSkeleton,
  useIsPhone,
  useIsTouch,
  useListState,
  ViewTabs,
} from "@tessera/ui";
import { useRef, useState } from "react";
import { FinancePage } from "../frame/finance-page.tsx";
import { useAddress } from "../frame/use-address.ts";
import { POLL_MS } from "../frame/use-books.ts";
import { ReceiptView } from "./receipt-view.tsx";
import { ReceiptsList } from "./receipts-list.tsx";
import { useReceiptActs } from "./use-receipt-acts.ts";
import { ACCEPTED, useReceiptUpload } from "./use-receipt-upload.ts";
import { isView, type Row, useCard, useReceipts, VIEWS, type ViewId } from "./use-receipts.ts";

const useStyles = makeStyles({
  panes: { flexGrow: 1, minHeight: 0, display: "flex" },
  list: {
    flexShrink: 0,
    display: "flex",
    flexDirection: "column",
    width: "400px",
    minHeight: 0,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  listPhone: { width: "100%", borderRight: "none" },
  over: { backgroundColor: "var(--sel)" },
  bar: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px", padding: "12px" },
  search: {
    flexGrow: 1,
    minWidth: "120px",
    height: "32px",
    padding: "0 10px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "6px",
    font: "inherit",
    color: "inherit",
    backgroundColor: tokens.colorNeutralBackground1,
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
  },
  notes: { padding: "0 12px" },
  detail: { flexGrow: 1, minWidth: 0, display: "flex", flexDirection: "column" },
  inner: { maxWidth: "1000px", padding: "24px", "@media (max-width: 599.98px)": { padding: "16px" } },
  back: { padding: "8px 12px" },
});

const NONE: Row[] = [];
const views = Object.entries(VIEWS).map(([id, label]) => ({ id, label }));
const SENTENCES: Record<ViewId, string> = {
  all: "Drop photos or PDFs of receipts here, or choose them. They are read and matched with your transactions.",
  review: "No receipt needs you: none has a transaction that is likely but unsure.",
  unmatched: "Every receipt has its transaction, or one that may be it.",
  matched: "No receipt is matched with a transaction yet.",
};

/** `/finance/receipts`: receipts with what they say; 1 takes the best transaction, 3 refuses it, z takes it back. */
export function ReceiptsPage() {
  const styles = useStyles();
  const isPhone = useIsPhone();
  const isTouch = useIsTouch();
  const { params, set } = useAddress();
  const given = params.get("view");
  const view: ViewId = isView(given) ? given : "all";
  const q = params.get("q") ?? "";
  const asked = params.get("receipt");
  const { live, query, rows: known } = useReceipts(view, q);
  const rows = known ?? NONE;
  const list = useListState(rows);
  const { sending, failures, send } = useReceiptUpload();
  const acts = useReceiptActs();
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  // On a phone a receipt is opened; beside the list the one of the address is shown, else the first.
  const shownId = asked ?? (isPhone ? null : (rows[0]?.id ?? null));
  const shown = rows.find(({ id }) => id === shownId) ?? null;
  const open = (id: string | null) => set({ receipt: id });
  const latest = useRef({ list, shown, rows, open });
  latest.current = { list, shown, rows, open };
  useCommands(() => {
    const group = "Receipts";
    const move = (step: number) => () => {
      const { rows: all, shown: now, open: show } = latest.current;
      const next = all[all.findIndex(({ id }) => id === now?.id) + step];
      if (next) show(next.id);
    };
    const withReceipt = (act: (receipt: Receipt) => Promise<void>) => {
      const receipt = latest.current.shown?.receipt;
      if (receipt) return act(receipt);
    };
    return [
      { id: "finance.next-receipt", title: "Next receipt", group, act: "next", hidden: true, run: move(1) },
      {
        id: "finance.previous-receipt",
        title: "Previous receipt",
        group,
        act: "previous",
        hidden: true,
        run: move(-1),
      },
      { id: "finance.add-receipts", title: "Add receipts", group, run: () => files.current?.click() },
      {
        ...{ id: "finance.link-receipt", title: "Take the best transaction", group, act: "accept" },
        run: () => withReceipt(({ id }) => acts.linkBest(id)),
      },
      {
        ...{ id: "finance.refuse-receipt", title: "Refuse the best transaction, or detach it", group, act: "decline" },
        run: () => withReceipt(acts.declineBest),
      },
      { id: "finance.match-receipts", title: "Match again", group, run: acts.match },
      {
        ...{ id: "finance.leave-receipt", title: "Close the receipt", group, act: "leave", hidden: true },
        run: () => latest.current.open(null),
      },
      { id: "finance.undo", title: "Undo", group, act: "undo", run: acts.undoLast },
    ];
  }, [acts]);
  const take = (input: HTMLInputElement) => {
    void send([...(input.files ?? [])]);
    input.value = "";
  };

  const listed = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      className={mergeClasses(styles.list, isPhone && styles.listPhone, over && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void send([...event.dataTransfer.files]);
      }}
    >
      <div className={styles.bar}>
        <input
          className={styles.search}
          type="search"
          aria-label="Search the receipts"
          placeholder="Shop or article"
          value={q}
          maxLength={200}
          onChange={(event) => set({ q: event.target.value })}
        />
      </div>
      <ViewTabs
        label="Receipts"
        views={views}
        selected={view}
        onSelect={(id) => set({ view: id === "all" ? null : id })}
      />
      <div className={styles.notes}>
        {failures.map((sentence) => (
          <Notice key={sentence} intent="error">
            {sentence}
          </Notice>
        ))}
        {sending && (
          <span role="status">{`Sending ${sending.name}${sending.left > 0 ? `, ${sending.left} more` : ""}…`}</span>
        )}
      </div>
      <LiveNote state={live} every={POLL_MS} />
      {known ? (
        rows.length ? (
          <ReceiptsList
            {...{ rows, list }}
            selected={shownId}
            hasMore={query.hasNextPage}
            moreError={query.isFetchNextPageError ? query.error : null}
            loadMore={() => void query.fetchNextPage({ cancelRefetch: false })}
            onOpen={({ id }) => open(id)}
          />
        ) : q ? (
          <EmptyState
            sentence="No receipts match this search."
            action={{ label: "Show all receipts", onClick: () => set({ q: null, view: null }) }}
          />
        ) : (
          <EmptyState
            sentence={SENTENCES[view]}
            action={view === "all" ? { label: "Choose files", onClick: () => files.current?.click() } : undefined}
          />
        )
      ) : query.isError ? (
        <ErrorState title="The receipts could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RowSkeleton />
      )}
    </div>
  );
  const detail = shownId !== null && (
    <section className={styles.detail} aria-label="The receipt">
      {isPhone && (
        <div className={styles.back}>
          <Button appearance="subtle" onClick={() => open(null)}>
            Back
          </Button>
        </div>
      )}
      <PaneScroll>
        <div className={styles.inner}>
          <Shown key={shownId} id={shownId} />
        </div>
      </PaneScroll>
    </section>
  );
  return (
    <FinancePage
      title="Receipts"
      actions={
        <>
          {!isPhone && (
            <Button appearance="subtle" icon={<ArrowSync16Regular />} onClick={() => void acts.match()}>
              Match again
            </Button>
          )}
          {isTouch && (
            <Button icon={<Camera20Regular />} onClick={() => camera.current?.click()}>
              Take a photo
            </Button>
          )}
          <Button appearance="primary" icon={<ArrowUpload20Regular />} onClick={() => files.current?.click()}>
            Add receipts
          </Button>
        </>
      }
    >
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label="Files of receipts"
        onChange={(event) => take(event.target)}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label="Photo of a receipt"
        onChange={(event) => take(event.target)}
      />
      <div className={styles.panes}>
        {isPhone ? detail || listed : listed}
        {!isPhone && detail}
      </div>
    </FinancePage>
  );
}

/** One receipt with the card that holds its file. */
function Shown({ id }: { id: string }) {
  const { data, isError, error, refetch } = useCard(id);
  if (data) return <ReceiptView item={data} />;
  if (isError)
    return <ErrorState title="The receipt’s card could not be loaded" error={error} onRetry={() => void refetch()} />;
  return <RowSkeleton />;
}
