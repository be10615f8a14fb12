import { Edit16Regular } from "@fluentui/react-icons/svg/edit";
import { MAX_REMIND_DAYS } from "@tessera/contracts-finance/limits.ts";
import type { Recurring, RecurringState } from "@tessera/contracts-finance/recurring.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Select } from "@tessera/fluent-extra";
import { useNavigate } from "@tessera/router";
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
import { useEffect, useMemo, useRef, useState } from "react";
import { FinancePage } from "../frame/finance-page.tsx";
import { useActs } from "../frame/undo.ts";
import { useAddress } from "../frame/use-address.ts";
import { useAccounts } from "../frame/use-books.ts";
import { useMonths } from "../frame/use-months.ts";
import { RecurringDetail } from "./recurring-detail.tsx";
import { openRecurringDialog } from "./recurring-dialog.tsx";
import { RecurringRows } from "./recurring-list.tsx";
import { isView, VIEWS } from "./recurring-words.ts";
import { useRecurring, useRecurringChanges } from "./use-recurring.ts";

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

const NONE: Recurring[] = [];
const SENTENCES: Record<RecurringState, string> = {
  found:
    "No new payments to review. A payment is found when it comes three times or more, about the same day and amount.",
  confirmed: "You have not confirmed any payments. The forecast and reminders are about those that you confirm.",
  ignored: "You have not ignored any payments.",
};
/** Choices of days, beside the one that is set. */
const REMIND = [0, 1, 3, 7, 14, MAX_REMIND_DAYS];

/** `/finance/recurring`: payments that come again and again; 1 confirms, 3 ignores, z takes it back. */
export function RecurringPage() {
  const styles = useStyles();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const { params, set } = useAddress();
  const query = useRecurring();
  const all = query.data?.items ?? NONE;
  // The queue leads to one payment; then its view is shown, until another one is chosen.
  const named = all.find(({ id }) => id === params.get("payment"));
  const given = params.get("view");
  const view = isView(given) ? given : (named?.state ?? "found");
  const rows = useMemo(() => all.filter(({ state }) => state === view), [all, view]);
  const list = useListState(rows);
  const [opened, setOpened] = useState<string | null>(null);
  const namedId = named?.id;
  const { focusOn } = list;
  useEffect(() => {
    if (!namedId) return;
    setOpened(namedId);
    focusOn(namedId, false);
  }, [namedId, focusOn]);
  const accountList = useAccounts().query.data?.items;
  const accounts = useMemo(() => new Map(accountList?.map(({ id, name }) => [id, name])), [accountList]);
  const shown = isPhone
    ? rows.find(({ id }) => id === opened)
    : (rows.find(({ id }) => id === list.focusId) ?? rows[0]);
  const { confirm, ignore, settle, remind, undoLast } = useRecurringChanges();
  const { finished } = useActs();
  const close = () => {
    setOpened(null);
    if (params.has("payment")) set({ payment: null, view: view === "found" ? null : view });
  };
  const decide = (row: Recurring, act: (row: Recurring) => Promise<void>): Promise<void> => {
    const next = list.successor(new Set([row.id]))?.id ?? null;
    focusOn(next, !isPhone);
    // The row that has the keyboard goes; without another one the page gets it.
    if (!next) document.getElementById("page")?.focus({ preventScroll: true });
    if (isPhone) setOpened(next);
    if (params.has("payment")) set({ payment: null, view: view === "found" ? null : view });
    return act(row);
  };
  const edit = (row: Recurring) =>
    void openRecurringDialog({
      recurring: row,
      onDone: ({ act, recurring }) => void finished(act, `${recurring.name} changed`),
    });
  const latest = useRef({ shown, decide, list, edit, close });
  latest.current = { shown, decide, list, edit, close };
  useCommands(() => {
    const group = "Recurring payments";
    const of = (act: (row: Recurring) => Promise<void>) => () => {
      const { shown: row, decide: now } = latest.current;
      return row && now(row, act);
    };
    const move = (step: number) => () => {
      const { list: at } = latest.current;
      at.focusOn(at.neighbour(step)?.id ?? null, true);
    };
    return [
      { id: "finance.next-recurring", title: "Next payment", group, act: "next", hidden: true, run: move(1) },
      {
        ...{ id: "finance.previous-recurring", title: "Previous payment", group, act: "previous", hidden: true },
        run: move(-1),
      },
      { id: "finance.confirm-recurring", title: "Confirm the payment", group, act: "accept", run: of(confirm) },
      { id: "finance.ignore-recurring", title: "Ignore the payment", group, act: "decline", run: of(ignore) },
      {
        ...{ id: "finance.change-recurring", title: "Change the payment", group, act: "edit-whole", opensDialog: true },
        run: () => {
          const { shown: row, edit: open } = latest.current;
          if (row) open(row);
        },
      },
      {
        ...{ id: "finance.leave-recurring", title: "Close the payment", group, act: "leave", hidden: true },
        run: () => latest.current.close(),
      },
      { id: "finance.undo", title: "Undo", group, act: "undo", run: undoLast },
    ];
  }, [confirm, ignore, undoLast]);

  const listed = (
    <div className={mergeClasses(styles.list, isPhone && styles.listPhone)}>
      <div className={styles.tabs}>
        <ViewTabs
          label="Recurring payments"
          views={Object.entries(VIEWS).map(([id, label]) => ({
            ...{ id, label },
            ...(query.data ? { count: all.filter(({ state }) => state === id).length } : {}),
          }))}
          selected={view}
          onSelect={(id) => set({ view: id, payment: null })}
        />
      </div>
      {query.data ? (
        rows.length ? (
          <RecurringRows
            {...{ rows, list }}
            selected={shown?.id ?? null}
            onOpen={(row) => (isPhone ? setOpened(row.id) : focusOn(row.id, false))}
          />
        ) : query.data.waiting && view === "found" ? (
          <RowSkeleton />
        ) : (
          <EmptyState
            sentence={SENTENCES[view]}
            action={
              all.length ? undefined : { label: "Import a bank’s file", onClick: () => navigate("/finance/import") }
            }
          />
        )
      ) : query.isError ? (
        <ErrorState title="The payments could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RowSkeleton />
      )}
    </div>
  );
  const detail = shown && (
    <section className={styles.detail} aria-label="The payment">
      <PaneScroll>
        <RecurringDetail row={shown} account={accounts.get(shown.accountId) ?? ""} />
      </PaneScroll>
      <DecisionBar
        row={shown}
        onConfirm={() => void decide(shown, confirm)}
        onIgnore={() => void decide(shown, ignore)}
        onEdit={() => edit(shown)}
        onSettle={(how) => void settle(shown, how)}
        onBack={isPhone ? close : undefined}
      />
    </section>
  );
  return (
    <FinancePage title="Recurring Payments" actions={<Reminders onChange={remind} />}>
      <div className={styles.panes}>
        {isPhone ? (detail ?? listed) : listed}
        {!isPhone && detail}
      </div>
    </FinancePage>
  );
}

/** How early the queue asks for a confirmed payment. */
function Reminders({ onChange }: { onChange: (firstDay: number, days: number | null) => Promise<void> }) {
  const { firstDay, remindDays } = useMonths();
  if (remindDays === undefined) return null;
  const days = [...new Set([...REMIND, ...(remindDays === null ? [] : [remindDays])])].sort((a, b) => a - b);
  return (
    <Select
      aria-label="Reminders of payments in the queue"
      value={remindDays === null ? "never" : String(remindDays)}
      onChange={(_, { value }) => void onChange(firstDay, value === "never" ? null : Number(value))}
    >
      {days.map((count) => (
        <option key={count} value={count}>
          {count === 0
            ? "Remind on the day"
            : `Remind ${count.toLocaleString()} ${count === 1 ? "day" : "days"} before`}
        </option>
      ))}
      <option value="never">Do not remind</option>
    </Select>
  );
}

function DecisionBar(props: {
  row: Recurring;
  onConfirm: () => void;
  onIgnore: () => void;
  onEdit: () => void;
  onSettle: (how: "paid" | "skipped") => void;
  onBack: (() => void) | undefined;
}) {
  const styles = useStyles();
  const keyOf = useKeys();
  const { state, due } = props.row;
  return (
    <div className={styles.bar} role="toolbar" aria-label="What it is">
      {state !== "confirmed" && (
        <Button appearance="primary" onClick={props.onConfirm}>
          Confirm&nbsp;<Keycap>{keyOf("accept")}</Keycap>
        </Button>
      )}
      {state !== "ignored" && (
        <Button onClick={props.onIgnore}>
          Ignore&nbsp;<Keycap>{keyOf("decline")}</Keycap>
        </Button>
      )}
      <Button icon={<Edit16Regular />} onClick={props.onEdit}>
        Change
      </Button>
      {state === "confirmed" && due !== null && (
        <>
          <Button appearance="subtle" onClick={() => props.onSettle("paid")}>
            Mark as paid
          </Button>
          <Button appearance="subtle" onClick={() => props.onSettle("skipped")}>
            Leave this one out
          </Button>
        </>
      )}
      {props.onBack && (
        <Button appearance="subtle" onClick={props.onBack}>
          Back
        </Button>
      )}
    </div>
  );
}
