import { amountInWords } from "@tessera/contracts-billing/amounts.ts";
import type { BillingOverview, ChangePreview, Interval, Plan } from "@tessera/contracts-billing/billing.ts";
import type { Usage } from "@tessera/contracts-billing/usage.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useMutation } from "@tessera/query";
import { type DialogActions, shell } from "@tessera/shell-api";
import { useEffect, useState } from "react";
import { billing, useSettled } from "../api.ts";
import { type Formats, useFormats } from "../formats.ts";
import { monthAt } from "../usage/month.ts";
import type { Offer } from "./interval.tsx";

const useStyles = makeStyles({
  text: { margin: 0 },
  over: { margin: "12px 0 0", paddingLeft: "20px" },
  kept: { margin: "12px 0 0" },
  table: {
    marginTop: "12px",
    width: "100%",
    borderCollapse: "collapse",
    "& td, & th": { padding: "6px 0", textAlign: "left", fontWeight: 400 },
  },
  row: { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  quiet: { color: tokens.colorNeutralForeground2 },
});

interface ChangeProps {
  from: Offer;
  to: Offer;
  overview: BillingOverview;
}

function ChangePlanDialog({ from, to, overview }: ChangeProps & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const formats = useFormats();
  const card = overview.card ? `${overview.card.brand} ending in ${overview.card.last4}` : "your card";
  const dearer = to.price.amount > from.price.amount;
  const fewer =
    to.cardLimit !== null && (from.cardLimit === null || to.cardLimit < from.cardLimit) ? to.cardLimit : null;
  const samePace = to.interval === from.interval;
  const preview = usePreview(to.id, to.interval);
  const over = beyond(to, useUsageNow());
  const changed = to.features.filter(({ value }, row) => value !== from.features[row]?.value);
  return (
    <div>
      <p className={styles.text}>
        {to.name} counts from today and costs {formats.money(to.price)} a {to.interval} instead of{" "}
        {formats.money(from.price)}
        {!samePace && ` a ${from.interval}`}.{" "}
        {preview
          ? moneyWords(preview, { from, to }, card, formats)
          : !samePace
            ? `A new ${to.interval} begins, and what you have paid for the rest of this ${from.interval} counts towards it.`
            : dearer
              ? `The difference for the rest of this ${from.interval} is charged to ${card} now.`
              : `What you have paid for the rest of this ${from.interval} is credited to your next invoices.`}
      </p>
      {changed.length > 0 && (
        <table className={styles.table} aria-label="What changes">
          <tbody>
            {changed.map(({ name, value }) => (
              <tr key={name} className={styles.row}>
                <th scope="row" className={styles.quiet}>
                  {name}
                </th>
                <td className={styles.quiet}>{from.features.find((feature) => feature.name === name)?.value}</td>
                <td aria-hidden>→</td>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {over.length > 0 && (
        <ul className={styles.over} aria-label={`More than ${to.name} includes`}>
          {over.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {fewer !== null && (
        <p className={styles.kept}>
          If you hold more than {fewer.toLocaleString("en")} cards, they all stay. New ones are refused until you hold
          fewer, or change the plan again.
        </p>
      )}
    </div>
  );
}

/** What the provider calculates; null until it is known. The dialog does not wait for it. */
function usePreview(planId: string, interval: Interval): ChangePreview | null {
  const [preview, setPreview] = useState<ChangePreview | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    billing.previewChange(planId, interval, asking.signal).then(setPreview, () => undefined);
    return () => asking.abort();
  }, [planId, interval]);
  return preview;
}

function moneyWords(
  { dueNow, credit }: ChangePreview,
  { from, to }: { from: Offer; to: Offer },
  card: string,
  { money }: Formats,
): string {
  const what =
    from.interval === to.interval
      ? "for the rest of the period"
      : `for the first ${to.interval}, less the rest of this ${from.interval},`;
  if (dueNow.amount > 0) return `${money(dueNow)} ${what} is charged to ${card} now.`;
  if (credit.amount > 0) return `${money(credit)} of what you have paid is credited to your next invoices.`;
  return "Nothing is charged now.";
}

/** What is used and held now; null until that is known. The question stands without it. */
function useUsageNow(): Usage | null {
  const [usage, setUsage] = useState<Usage | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    billing.usage(monthAt(new Date()), asking.signal).then(setUsage, () => undefined);
    return () => asking.abort();
  }, []);
  return usage;
}

/** What the person has more of than a plan includes, and what that means. */
function beyond({ name, usage: limits }: Plan, usage: Usage | null): string[] {
  return (usage?.meters ?? []).flatMap(({ meter, title, unit, counts, used }) => {
    const limit = limits?.[meter] ?? null;
    if (limit === null || used <= limit) return [];
    const [has, holds] = [amountInWords(unit, used), amountInWords(unit, limit)];
    return counts === "held"
      ? [`${title}: you have ${has}, ${name} holds ${holds}. All of it stays; more is refused until you have less.`]
      : [`${title}: ${has} used this month, ${name} includes ${holds}. New work waits until the next month.`];
  });
}

/** What the question and its buttons say: of another plan, or of the same one at another interval. */
const wordsOf = (from: Offer, to: Offer) =>
  from.id === to.id
    ? {
        title: `Pay ${to.name} by the ${to.interval}?`,
        keep: `Keep paying by the ${from.interval}`,
        change: `Pay by the ${to.interval}`,
        done: `You pay ${to.name} by the ${to.interval}`,
      }
    : {
        title: `Change from ${from.name} to ${to.name}?`,
        keep: `Keep ${from.name}`,
        change: `Change to ${to.name}`,
        done: `You are on ${to.name}`,
      };

/**
 * Asks with the consequence named, then changes; one key per question, so the change is never charged twice.
 * @param from what the person pays now
 */
export function useChangePlan(overview: BillingOverview, from: Offer | undefined) {
  const settled = useSettled();
  const mutation = useMutation({
    mutationFn: ({ to, key }: { to: Offer; key: string; done: string }) => billing.changePlan(to.id, key, to.interval),
    onSuccess: (changed, { done }) => {
      shell().notifications.show({ message: done, intent: "success" });
      return settled(changed);
    },
  });
  const ask = async (to: Offer) => {
    if (!from) return;
    const key = crypto.randomUUID();
    const { title, keep, change, done } = wordsOf(from, to);
    const chosen = await shell().dialogs.open<true, ChangeProps>(
      ChangePlanDialog,
      { from, to, overview },
      {
        title,
        buttons: [
          { text: keep, variant: "text", onClick: (dialog) => dialog.cancel() },
          { text: change, color: "primary", value: true },
        ],
      },
    );
    if (chosen) mutation.mutate({ to, key, done });
  };
  return { ask, ...mutation };
}
