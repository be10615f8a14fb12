import type { Interval, Money, Plan } from "@tessera/contracts-billing/billing.ts";
import { makeStyles } from "@tessera/fluent";
import { useSearchParams } from "@tessera/router";
import { Choice } from "@tessera/ui/choice";
import { useState } from "react";

/** A plan at the price of one interval. */
export interface Offer extends Plan {
  /** What a year costs less than twelve months; null where it does not, or where the price is of a month. */
  saved: Money | null;
}

/** The plans at the prices of an interval. One that has no price of a year keeps that of a month. */
export const offersOf = (plans: Plan[], interval: Interval): Offer[] =>
  plans.map((plan) => {
    const { price, yearlyPrice: year } = plan;
    if (interval === "month" || !year) return { ...plan, saved: null };
    const saved = year.currency === price.currency ? 12 * price.amount - year.amount : 0;
    return { ...plan, price: year, interval, saved: saved > 0 ? { amount: saved, currency: year.currency } : null };
  });

/** Whether any plan can be paid by the year. */
export const areSoldByYear = (plans: Plan[]): boolean => plans.some(({ yearlyPrice }) => yearlyPrice);

/**
 * The chosen interval, shown at once. The page's address keeps it, as the page remounts when the window crosses the
 * width of a phone; but an address changes after the shell's guards, and the choice would jump back until then.
 * @param own what is shown until one is chosen
 */
export function useInterval(own: Interval): [Interval, (interval: Interval) => void] {
  const [search, setSearch] = useSearchParams();
  const [picked, setPicked] = useState<Interval | null>(null);
  const chosen = options.find(({ value }) => value === search.get("interval"))?.value;
  const choose = (interval: Interval) => {
    setPicked(interval);
    setSearch(
      (before) => {
        before.set("interval", interval);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [picked ?? chosen ?? own, choose];
}

const useStyles = makeStyles({ line: { marginBottom: "12px" } });

const options: { value: Interval; label: string }[] = [
  { value: "month", label: "Monthly" },
  { value: "year", label: "Yearly" },
];

/** Which prices the plans are shown at. */
export function IntervalSwitch({ value, onChange }: { value: Interval; onChange: (value: Interval) => void }) {
  const styles = useStyles();
  return (
    <div className={styles.line}>
      <Choice label="How often you pay" value={value} options={options} onChange={onChange} />
    </div>
  );
}
