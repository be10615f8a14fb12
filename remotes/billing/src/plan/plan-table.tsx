import { Checkmark16Filled } from "@fluentui/react-icons/svg/checkmark";
import type { Interval } from "@tessera/contracts-billing/billing.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Tag, useMinWidth } from "@tessera/ui";
import type { ReactNode } from "react";
import { type Formats, useFormats } from "../formats.ts";
import type { Offer } from "./interval.tsx";

const useStyles = makeStyles({
  card: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    overflow: "hidden",
  },
  table: { width: "100%", borderCollapse: "collapse", tableLayout: "fixed" },
  cell: {
    padding: "0 20px",
    height: "34px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    fontVariantNumeric: "tabular-nums",
  },
  head: {
    height: "60px",
    padding: "8px 20px",
    textAlign: "left",
    fontWeight: 400,
    borderBottomColor: tokens.colorNeutralStroke2,
  },
  foot: { height: "56px", borderBottomWidth: 0 },
  own: { backgroundColor: "var(--sel)", borderBottomColor: "var(--sel)" },
  label: { color: tokens.colorNeutralForeground2, textAlign: "left", fontWeight: 400 },
  name: {
    fontSize: "16px",
    lineHeight: "24px",
    fontWeight: 600,
    display: "flex",
    alignItems: "center",
    gap: "8px",
    margin: 0,
  },
  tag: { fontWeight: 400, letterSpacing: "normal" },
  price: { color: tokens.colorNeutralForeground2, fontVariantNumeric: "tabular-nums" },
  saved: { display: "block", fontSize: "12px", lineHeight: "16px", color: tokens.colorBrandForeground1 },
  yours: {
    display: "inline-flex",
    alignItems: "center",
    gap: "6px",
    fontWeight: 600,
    color: tokens.colorBrandForeground1,
  },
  cards: { display: "grid", gap: "12px", listStyleType: "none", margin: 0, padding: 0 },
  planCard: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    overflow: "hidden",
  },
  planHead: { padding: "12px 16px", borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  lines: {
    margin: 0,
    padding: "8px 16px",
    display: "grid",
    gridTemplateColumns: "1fr auto",
    columnGap: "16px",
    rowGap: "4px",
  },
  line: { margin: 0, textAlign: "right", fontVariantNumeric: "tabular-nums" },
  planFoot: { padding: "4px 16px 16px", display: "grid", "& button": { minHeight: "44px" } },
});

const priceOf = (plan: Offer, formats: Formats) => `${formats.money(plan.price)} a ${plan.interval}`;

interface PlanTableProps {
  plans: Offer[];
  /** The person's own plan: its column is tinted. */
  ownId?: string | null;
  /** How often the person pays it. */
  ownInterval?: Interval;
  recommendedId?: string;
  /** The button under a plan that is not what the person pays now. */
  action: (plan: Offer) => ReactNode;
}

/** Plans side by side; below 960 px one card a plan. */
export function PlanTable(props: PlanTableProps) {
  return useMinWidth(960) ? <Table {...props} /> : <Cards {...props} />;
}

function Table({ plans, ownId, ownInterval, recommendedId, action }: PlanTableProps) {
  const styles = useStyles();
  const formats = useFormats();
  const isOwn = (plan: Offer) => plan.id === ownId && plan.interval === ownInterval;
  const cell = (plan: Offer | null, ...more: string[]) =>
    mergeClasses(styles.cell, ...more, plan !== null && plan.id === ownId && styles.own);
  return (
    <div className={styles.card}>
      <table className={styles.table} aria-label="Plans compared">
        <thead>
          <tr>
            <td className={cell(null, styles.head)} />
            {plans.map((plan) => (
              <th key={plan.id} scope="col" className={cell(plan, styles.head)}>
                <span className={styles.name}>
                  {plan.name}
                  {plan.id === recommendedId && (
                    <span className={styles.tag}>
                      <Tag>Recommended</Tag>
                    </span>
                  )}
                </span>
                <span className={styles.price}>{priceOf(plan, formats)}</span>
                <Saved plan={plan} formats={formats} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(plans[0]?.features ?? []).map(({ name }, row) => (
            <tr key={name}>
              <th scope="row" className={cell(null, styles.label)}>
                {name}
              </th>
              {plans.map((plan) => (
                <td key={plan.id} className={cell(plan)}>
                  {plan.features[row]?.value}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <td className={cell(null, styles.foot)} />
            {plans.map((plan) => (
              <td key={plan.id} className={cell(plan, styles.foot)}>
                {isOwn(plan) ? <YourPlan /> : action(plan)}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function Cards({ plans, ownId, ownInterval, recommendedId, action }: PlanTableProps) {
  const styles = useStyles();
  const formats = useFormats();
  const isOwn = (plan: Offer) => plan.id === ownId && plan.interval === ownInterval;
  return (
    <ul className={styles.cards} aria-label="Plans">
      {plans.map((plan) => (
        <li key={plan.id} className={styles.planCard}>
          <div className={mergeClasses(styles.planHead, plan.id === ownId && styles.own)}>
            <h3 className={styles.name}>
              {plan.name}
              {plan.id === recommendedId && (
                <span className={styles.tag}>
                  <Tag>Recommended</Tag>
                </span>
              )}
            </h3>
            <span className={styles.price}>{priceOf(plan, formats)}</span>
            <Saved plan={plan} formats={formats} />
          </div>
          <dl className={styles.lines}>
            {plan.features.map(({ name, value }) => (
              <div key={name} style={{ display: "contents" }}>
                <dt className={styles.label}>{name}</dt>
                <dd className={styles.line}>{value}</dd>
              </div>
            ))}
          </dl>
          <div className={styles.planFoot}>{isOwn(plan) ? <YourPlan /> : action(plan)}</div>
        </li>
      ))}
    </ul>
  );
}

/** What paying by the year saves. */
function Saved({ plan: { saved }, formats }: { plan: Offer; formats: Formats }) {
  const styles = useStyles();
  return saved && <span className={styles.saved}>{formats.money(saved)} less than twelve months</span>;
}

function YourPlan() {
  return (
    <span className={useStyles().yours}>
      <Checkmark16Filled aria-hidden />
      Your plan
    </span>
  );
}
