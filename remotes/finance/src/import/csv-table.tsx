import type { CsvReading, CsvRole, CsvRow } from "@tessera/contracts-finance/csv-profiles.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Select } from "@tessera/fluent-extra";
import { StatusText, useUiSettings } from "@tessera/ui";
import { money } from "../money.ts";
import { dayText } from "../transactions/transaction-row.tsx";
import { ROLE_NAMES } from "./csv-choices.ts";

const useStyles = makeStyles({
  scroll: { overflowX: "auto", border: `1px solid ${tokens.colorNeutralStroke2}`, borderRadius: "8px" },
  table: { borderCollapse: "collapse", minWidth: "100%", textAlign: "left" },
  head: { padding: "8px", fontWeight: 400, verticalAlign: "bottom", whiteSpace: "nowrap" },
  role: { minWidth: "128px" },
  cell: {
    padding: "6px 8px",
    maxWidth: "240px",
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  line: { color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums", textAlign: "right" },
  read: { minWidth: "220px", maxWidth: "320px", fontVariantNumeric: "tabular-nums" },
  wrong: { whiteSpace: "normal" },
  beside: { color: tokens.colorNeutralForeground3 },
  names: { fontWeight: 600 },
});

/** The first lines of a file: what each column holds, and what comes of each line. */
export function CsvTable(props: {
  reading: CsvReading;
  roles: readonly (CsvRole | null)[];
  onRole: (column: number, role: CsvRole | null) => void;
}) {
  const styles = useStyles();
  const { reading, roles: columns } = props;
  const { rows } = reading;
  const width = Math.max(columns.length, ...rows.map(({ cells }) => cells.length));
  const names = rows.find(({ kind }) => kind === "header")?.cells ?? [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="First lines of the file">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.head}>
              Line
            </th>
            <th scope="col" className={styles.head}>
              Read as
            </th>
            {Array.from({ length: width }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
              <th key={at} scope="col" className={styles.head}>
                <Select
                  className={styles.role}
                  aria-label={`Column ${at + 1}${names[at] ? `, ${names[at]}` : ""}`}
                  value={columns[at] ?? ""}
                  onChange={(_, { value }) => props.onRole(at, (value || null) as CsvRole | null)}
                >
                  <option value="">Not used</option>
                  {Object.entries(ROLE_NAMES).map(([role, name]) => (
                    <option key={role} value={role}>
                      {name}
                    </option>
                  ))}
                </Select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line} className={row.kind === "beside" ? styles.beside : undefined}>
              <td className={mergeClasses(styles.cell, styles.line)}>{row.line}</td>
              <td className={mergeClasses(styles.cell, styles.read, row.kind === "wrong" && styles.wrong)}>
                <ReadAs row={row} />
              </td>
              {Array.from({ length: width }, (_, at) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                  key={at}
                  className={mergeClasses(styles.cell, row.kind === "header" && styles.names)}
                  title={row.cells[at]}
                >
                  {row.cells[at] ?? ""}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ReadAs({ row }: { row: CsvRow }) {
  const { locale } = useUiSettings();
  const { kind, entry, wrong } = row;
  if (kind === "header") return <>Names of the columns</>;
  if (kind === "beside") return <>Not an entry</>;
  if (!entry) return <StatusText status="bad">Cannot be read: {wrong}</StatusText>;
  const amount =
    entry.currency === "XXX" ? (entry.amount / 100).toFixed(2) : money(entry.amount, entry.currency, locale);
  return <>{[dayText(entry.date, locale), amount, entry.payee ?? entry.memo].filter(Boolean).join(" · ")}</>;
}
