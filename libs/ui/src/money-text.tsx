import { makeStyles } from "@tessera/fluent";
import { useUiSettings } from "./provider.tsx";

const useStyles = makeStyles({
  root: { fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" },
  negative: { color: "var(--bad)" },
});

export interface MoneyAmount {
  /** Minor units. */
  amount: number;
  /** ISO 4217. */
  currency: string;
}

/** Money with its currency and a true minus sign, for example "−€412.60". */
export function formatMoney({ amount, currency }: MoneyAmount, locale?: string): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits).replace("-", "\u2212");
}

export function MoneyText({ money }: { money: MoneyAmount }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  return (
    <span className={money.amount < 0 ? `${styles.root} ${styles.negative}` : styles.root}>
      {formatMoney(money, locale)}
    </span>
  );
}
