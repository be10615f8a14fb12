import type { Interval, Money, Plan } from "@tessera/contracts-billing/billing.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { touch } from "@tessera/ui";
import { useId } from "react";

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

const useStyles = makeStyles({
  group: {
    display: "inline-flex",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "6px",
    padding: "1px",
    gap: "1px",
    marginBottom: "12px",
  },
  option: {
    position: "relative",
    display: "inline-flex",
    "& > input:hover:not(:checked) + span": { backgroundColor: tokens.colorSubtleBackgroundHover },
    "& > input:checked + span": { backgroundColor: "var(--sel)", color: tokens.colorBrandForeground1, fontWeight: 600 },
    "& > input:focus-visible + span": { outline: "2px solid var(--ink)", outlineOffset: "1px" },
  },
  input: { position: "absolute", inset: 0, width: "100%", height: "100%", margin: 0, opacity: 0, cursor: "pointer" },
  face: {
    display: "inline-flex",
    alignItems: "center",
    height: "28px",
    padding: "0 12px",
    borderRadius: "5px",
    color: tokens.colorNeutralForeground2,
    [touch]: { minWidth: "44px", height: "44px", justifyContent: "center" },
  },
});

const options: { value: Interval; label: string }[] = [
  { value: "month", label: "Monthly" },
  { value: "year", label: "Yearly" },
];

/** Which prices the plans are shown at. */
export function IntervalSwitch({ value, onChange }: { value: Interval; onChange: (value: Interval) => void }) {
  const styles = useStyles();
  const name = useId();
  return (
    <div role="radiogroup" aria-label="How often you pay" className={styles.group}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            className={styles.input}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.face}>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
