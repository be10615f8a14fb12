import type { ConvertedSummary } from "@tessera/contracts-finance/summary.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { useUiSettings } from "@tessera/ui";
import { rateText } from "../rates/rate-text.ts";
import { dayText } from "../transactions/transaction-row.tsx";

const useStyles = makeStyles({
  root: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
  bad: { color: "var(--bad)" },
  link: { color: "inherit" },
});

/** Which rates a summary of all currencies is at, where they are from, and what has none. */
export function ConvertedNote({ converted }: { converted: ConvertedSummary }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { summary, rates, left } = converted;
  const said = rates.map(({ currency, rate, day, file, over }) => {
    const from = file === null ? "which you gave" : `from ${file}`;
    const way = over ? ` over ${over}` : "";
    return `1 ${currency} = ${rateText(rate, locale)} ${summary.currency}${way} on ${dayText(day, locale)}, ${from}`;
  });
  return (
    <p className={styles.root}>
      Each month is at the rate of its last day, or the one known before. {said.length > 0 && `${said.join("; ")}. `}
      {left.map(({ currency, months }) => (
        <span key={currency} className={styles.bad}>
          {currency} is not in the sums of {months.length === 1 ? "one month" : `${months.length} months`}: no rate is
          known.{" "}
        </span>
      ))}
      <Link to="/finance/rates" className={styles.link}>
        Exchange rates
      </Link>
    </p>
  );
}
