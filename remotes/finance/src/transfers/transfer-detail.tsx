import { ArrowRight20Regular } from "@fluentui/react-icons/svg/arrow-right";
import type { Transaction } from "@tessera/contracts-finance/transactions.ts";
import type { TransferReason } from "@tessera/contracts-finance/transfers.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useUiSettings } from "@tessera/ui";
import type { ReactNode } from "react";
import { money } from "../money.ts";
import { dayText, titleOf } from "../transactions/transaction-row.tsx";
import { idsOf, type Row, sidesOf } from "./transfer-rows.ts";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "24px", maxWidth: "860px", padding: "24px" },
  head: { margin: 0, fontSize: "20px", lineHeight: "28px", fontWeight: 600 },
  second: { margin: 0, color: tokens.colorNeutralForeground2 },
  sides: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) 20px minmax(0, 1fr)",
    alignItems: "center",
    gap: "16px",
    "@media (max-width: 599.98px)": { gridTemplateColumns: "minmax(0, 1fr)", gap: "8px" },
  },
  arrow: { "@media (max-width: 599.98px)": { display: "none" } },
  several: { display: "flex", flexDirection: "column", gap: "8px" },
  side: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    gap: "2px 12px",
    padding: "12px 16px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "8px",
  },
  name: { fontWeight: 600, overflowWrap: "anywhere" },
  figure: { fontWeight: 600, textAlign: "right", fontVariantNumeric: "tabular-nums" },
  line: { gridColumn: "1 / -1", color: tokens.colorNeutralForeground2, overflowWrap: "anywhere" },
  table: { width: "100%", borderCollapse: "collapse", textAlign: "left" },
  caption: { textAlign: "left", fontWeight: 600, paddingBottom: "8px" },
  cell: { padding: "6px 12px 6px 0", borderBottom: `1px solid ${tokens.colorNeutralStroke3}`, fontWeight: 400 },
  meter: { width: "120px", "@media (max-width: 599.98px)": { display: "none" } },
  points: { textAlign: "right", whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums", paddingRight: 0 },
});

const REASON_NAMES: Record<TransferReason["name"], string> = {
  account: "Own account",
  amount: "Amount",
  dates: "Dates",
  text: "Text",
  learned: "Learned",
};

/** Both sides of a pair, what speaks for it, and the other ways to pair them. */
export function TransferDetail({ row, accounts }: { row: Row; accounts: ReadonlyMap<string, string> }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { pair } = row;
  const nameOf = ({ accountId }: Transaction) => accounts.get(accountId) ?? "";
  const fee = "fee" in pair ? pair.fee : 0;
  const { outs, ins } = sidesOf(pair);
  const inWords = (one: Transaction) =>
    `${nameOf(one)}, ${money(one.amount, one.currency, locale)}, ${dayText(one.date, locale)}`;
  const several = outs.length > 1 ? outs : ins;
  return (
    <div className={styles.root}>
      <div>
        <h2 className={styles.head}>{HEADS[row.kind]}</h2>
        {fee > 0 && <p className={styles.second}>The bank kept {money(fee, pair.from.currency, locale)}.</p>}
        {several.length > 1 && (
          <p className={styles.second}>
            {several.length} transactions add up to {money(Math.abs(sumOf(several)), pair.to.currency, locale)}.
          </p>
        )}
      </div>
      <div className={styles.sides}>
        <Several>
          {outs.map((one) => (
            <Side key={one.id} account={nameOf(one)} transaction={one} />
          ))}
        </Several>
        <ArrowRight20Regular className={styles.arrow} />
        <Several>
          {ins.map((one) => (
            <Side key={one.id} account={nameOf(one)} transaction={one} />
          ))}
        </Several>
      </div>
      {"score" in pair && (
        <>
          <table className={styles.table}>
            <caption className={styles.caption}>Why it scores {pair.score} of 100</caption>
            <tbody>
              {pair.reasons.map(({ name, points, of, words }) => (
                <tr key={name}>
                  <th scope="row" className={styles.cell}>
                    {REASON_NAMES[name]}
                  </th>
                  <td className={styles.cell}>{words}</td>
                  <td className={`${styles.cell} ${styles.meter}`} aria-hidden>
                    <Meter points={points} of={of} />
                  </td>
                  <td className={`${styles.cell} ${styles.points}`}>
                    {points} of {of}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {pair.others.length > 0 && (
            <table className={styles.table}>
              <caption className={styles.caption}>Other possible matches</caption>
              <tbody>
                {pair.others.map((other) => (
                  <tr key={Object.values(idsOf(other)).flat().join(" ")}>
                    <td className={styles.cell}>
                      {Object.values(sidesOf(other))
                        .map((side) => side.map(inWords).join(" and "))
                        .join(" → ")}
                    </td>
                    <td className={`${styles.cell} ${styles.points}`}>{other.score}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </div>
  );
}

const HEADS: Record<Row["kind"], string> = {
  candidate: "Is this one transfer between your accounts?",
  linked: "This is a transfer between your accounts",
  refused: "You said that this is no transfer",
};

const sumOf = (side: readonly Transaction[]) => side.reduce((sum, { amount }) => sum + amount, 0);

function Several({ children }: { children: ReactNode }) {
  return <div className={useStyles().several}>{children}</div>;
}

function Side({ account, transaction }: { account: string; transaction: Transaction }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { amount, currency, date, reference, note } = transaction;
  return (
    <div className={styles.side}>
      <span className={styles.name}>{account}</span>
      <span className={styles.figure}>{money(amount, currency, locale)}</span>
      <span className={styles.line}>{dayText(date, locale)}</span>
      <span className={styles.line}>{titleOf(transaction)}</span>
      {note && note !== titleOf(transaction) && <span className={styles.line}>{note}</span>}
      {reference && <span className={styles.line}>{reference}</span>}
    </div>
  );
}

/** Points beside the most there could be; the figures stand beside it. */
function Meter({ points, of }: { points: number; of: number }) {
  const width = (share: number) => Math.round(share * 4);
  return (
    <svg width="120" height="6" role="presentation">
      <rect width={width(of)} height="6" rx="2" fill="var(--idle-bg)" />
      <rect width={width(points)} height="6" rx="2" fill="var(--c1)" />
    </svg>
  );
}
