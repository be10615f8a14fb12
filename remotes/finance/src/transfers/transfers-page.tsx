import { ArrowSync16Regular } from "@fluentui/react-icons/svg/arrow-sync";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { useNavigate, useSearchParams } from "@tessera/router";
import { useCommands, useKeys } from "@tessera/shell-api";
import {
  EmptyState,
  ErrorState,
  Keycap,
  PaneScroll,
  RowSkeleton,
  useIsPhone,
  useListState,
  ViewTabs,
} from "@tessera/ui";
import { useMemo, useRef, useState } from "react";
import { FinancePage } from "../frame/finance-page.tsx";
import { useAccounts } from "../frame/use-books.ts";
import { TransferDetail } from "./transfer-detail.tsx";
import { isView, type Row, VIEWS, type ViewId } from "./transfer-rows.ts";
import { TransfersList } from "./transfers-list.tsx";
import { useTransferChanges, useTransfers } from "./use-transfers.ts";

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
  tabs: { paddingTop: "8px" },
  detail: { flexGrow: 1, minWidth: 0, display: "flex", flexDirection: "column" },
  bar: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    padding: "12px 24px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    "@media (max-width: 599.98px)": { padding: "8px 12px", "& > button": { flexGrow: 1, height: "44px" } },
  },
});

const NONE: Row[] = [];
const views = Object.entries(VIEWS).map(([id, label]) => ({ id, label }));
const SENTENCES: Record<ViewId, string> = {
  candidate: "There are no transfers to review. One is found when both of its accounts have been imported.",
  linked: "No transfers are linked yet.",
  refused: "You have not refused any transfers.",
};

/** `/finance/classify`: pairs that may be one transfer; 1 links, 3 refuses, z takes it back. */
export function TransfersPage() {
  const styles = useStyles();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const given = params.get("view");
  const view = isView(given) ? given : "candidate";
  const query = useTransfers(view);
  const accountList = useAccounts().query.data?.items;
  const accounts = useMemo(() => new Map(accountList?.map(({ id, name }) => [id, name])), [accountList]);
  const rows = query.data ?? NONE;
  const list = useListState(rows);
  // On a phone a pair is opened; beside the list the focused one is shown, else the first.
  const [opened, setOpened] = useState<string | null>(null);
  const shown = isPhone
    ? rows.find(({ id }) => id === opened)
    : (rows.find(({ id }) => id === list.focusId) ?? rows[0]);
  const { accept, decline, match, undoLast } = useTransferChanges();

  const settle = (row: Row, act: (row: Row) => Promise<void>): Promise<void> => {
    const next = list.successor(new Set([row.id]))?.id ?? null;
    list.focusOn(next, !isPhone);
    // The row that has the keyboard goes; without another one the page gets it.
    if (!next) document.getElementById("page")?.focus({ preventScroll: true });
    if (isPhone) setOpened(next);
    return act(row);
  };
  const latest = useRef({ shown, settle, list, match });
  latest.current = { shown, settle, list, match };
  useCommands(() => {
    const group = "Transfers";
    const of = (act: (row: Row) => Promise<void>) => () => {
      const { shown: row, settle: now } = latest.current;
      return row && now(row, act);
    };
    const move = (step: number) => () => {
      const { list: at } = latest.current;
      at.focusOn(at.neighbour(step)?.id ?? null, true);
    };
    return [
      { id: "finance.next-transfer", title: "Next pair", group, act: "next", hidden: true, run: move(1) },
      { id: "finance.previous-transfer", title: "Previous pair", group, act: "previous", hidden: true, run: move(-1) },
      {
        id: "finance.link-transfer",
        title: "Link as transfer, or offer it again",
        group,
        act: "accept",
        run: of(accept),
      },
      { id: "finance.refuse-transfer", title: "Not a transfer, or unlink", group, act: "decline", run: of(decline) },
      { id: "finance.match-transfers", title: "Match again", group, run: () => latest.current.match() },
      {
        id: "finance.leave-transfer",
        title: "Close the pair",
        group,
        act: "leave",
        hidden: true,
        run: () => setOpened(null),
      },
      { id: "finance.undo", title: "Undo", group, act: "undo", run: undoLast },
    ];
  }, [accept, decline, undoLast]);

  const listed = (
    <div className={mergeClasses(styles.list, isPhone && styles.listPhone)}>
      <div className={styles.tabs}>
        <ViewTabs
          label="Transfers"
          views={views.map((one) => (one.id === view && query.data ? { ...one, count: rows.length } : one))}
          selected={view}
          onSelect={(id) => setParams(id === "candidate" ? {} : { view: id }, { replace: true })}
        />
      </div>
      {query.data ? (
        rows.length ? (
          <TransfersList
            {...{ rows, list, accounts }}
            selected={shown?.id ?? null}
            onOpen={(row) => (isPhone ? setOpened(row.id) : list.focusOn(row.id, false))}
          />
        ) : (
          <EmptyState
            sentence={SENTENCES[view]}
            action={
              view === "candidate"
                ? { label: "Import a bank’s file", onClick: () => navigate("/finance/import") }
                : undefined
            }
          />
        )
      ) : query.isError ? (
        <ErrorState
          title="The transfers could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <RowSkeleton />
      )}
    </div>
  );
  const detail = shown && (
    <section className={styles.detail} aria-label="The pair">
      <PaneScroll>
        <TransferDetail row={shown} accounts={accounts} />
      </PaneScroll>
      <DecisionBar
        row={shown}
        onAccept={() => void settle(shown, accept)}
        onDecline={() => void settle(shown, decline)}
        onBack={isPhone ? () => setOpened(null) : undefined}
      />
    </section>
  );
  return (
    <FinancePage
      title="Classify Transfers"
      actions={
        <Button appearance="subtle" icon={<ArrowSync16Regular />} onClick={() => void match()}>
          Match again
        </Button>
      }
    >
      <div className={styles.panes}>
        {isPhone ? (detail ?? listed) : listed}
        {!isPhone && detail}
      </div>
    </FinancePage>
  );
}

function DecisionBar(props: { row: Row; onAccept: () => void; onDecline: () => void; onBack?: () => void }) {
  const styles = useStyles();
  const keyOf = useKeys();
  const { kind } = props.row;
  return (
    <div className={styles.bar} role="toolbar" aria-label="What it is">
      {kind !== "linked" && (
        <Button appearance="primary" onClick={props.onAccept}>
          {kind === "refused" ? "Offer it again" : "Link as transfer"}&nbsp;<Keycap>{keyOf("accept")}</Keycap>
        </Button>
      )}
      {kind !== "refused" && (
        <Button onClick={props.onDecline}>
          {kind === "linked" ? "Unlink" : "Not a transfer"}&nbsp;<Keycap>{keyOf("decline")}</Keycap>
        </Button>
      )}
      {props.onBack && (
        <Button appearance="subtle" onClick={props.onBack}>
          Back
        </Button>
      )}
    </div>
  );
}
