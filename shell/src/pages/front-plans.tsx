import { Checkmark16Regular } from "@fluentui/react-icons/svg/checkmark";
import type { Plan } from "@tessera/contracts-billing/billing.ts";
import { billingClient } from "@tessera/contracts-billing/client.ts";
import { featureInWords } from "@tessera/contracts-billing/feature-words.ts";
import { counted } from "@tessera/contracts-core/counted.ts";
import { frontPlansLead } from "@tessera/federation/front-words.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { formatMoney, useUiSettings } from "@tessera/ui";
import { useEffect, useState } from "react";
import { useServices } from "../services.ts";

const narrow = "@media (max-width: 959.98px)";

const useStyles = makeStyles({
  root: {
    position: "relative",
    zIndex: 3,
    padding: "32px 64px 64px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    [narrow]: { padding: "32px 20px 48px" },
  },
  title: { fontSize: "20px", lineHeight: "28px", fontWeight: 600, letterSpacing: "-.01em" },
  lead: { marginTop: "4px", color: tokens.colorNeutralForeground2 },
  plans: {
    display: "grid",
    gridTemplateColumns: "repeat(3, minmax(0, 1fr))",
    gap: "16px",
    listStyleType: "none",
    margin: "24px 0 0",
    padding: 0,
    [narrow]: { gridTemplateColumns: "1fr" },
  },
  plan: {
    display: "flex",
    flexDirection: "column",
    padding: "20px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  name: { fontSize: "16px", lineHeight: "24px", fontWeight: 600 },
  price: { marginTop: "4px", fontVariantNumeric: "tabular-nums", color: tokens.colorNeutralForeground2 },
  amount: { fontSize: "28px", lineHeight: "36px", fontWeight: 600, color: tokens.colorNeutralForeground1 },
  lines: { flexGrow: 1, listStyleType: "none", margin: "16px 0", padding: 0 },
  line: { display: "flex", alignItems: "center", gap: "8px", padding: "4px 0" },
  mark: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  start: {
    display: "grid",
    placeItems: "center",
    height: "44px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    fontWeight: 600,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: "none",
    ":hover": { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
});

/** The plans as they are sold; null until they are known. They are the same for everybody. */
export function usePlans(): Plan[] | null {
  const { http } = useServices();
  const [plans, setPlans] = useState<Plan[] | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    // Without an answer the page is as it was; Billing says what is wrong.
    billingClient(http)
      .plans(stop.signal)
      .then((found) => found.length > 0 && setPlans(found))
      .catch(() => undefined);
    return () => stop.abort();
  }, [http]);
  return plans;
}

/** What the plans cost and hold, for people who do not have an account yet. */
export function FrontPlans({ plans, startsAt }: { plans: Plan[]; startsAt: string }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const trialDays = plans.find((plan) => plan.trialDays)?.trialDays;
  return (
    <section id="plans" className={styles.root} aria-label="Plans">
      <h2 className={styles.title}>Plans</h2>
      <p className={styles.lead}>{frontPlansLead(trialDays ? counted(trialDays, "day") : null)}</p>
      <ul className={styles.plans}>
        {plans.map((plan) => (
          <li key={plan.id} className={styles.plan}>
            <h3 className={styles.name}>{plan.name}</h3>
            <p className={styles.price}>
              <span className={styles.amount}>{formatMoney(plan.price, locale)}</span> a {plan.interval}
              {plan.yearlyPrice && `, or ${formatMoney(plan.yearlyPrice, locale)} a year`}
            </p>
            <ul className={styles.lines}>
              {plan.features
                .filter(({ value }) => value !== "No" && value !== "None")
                .map((feature) => (
                  <li key={feature.name} className={styles.line}>
                    <Checkmark16Regular className={styles.mark} />
                    {featureInWords(feature)}
                  </li>
                ))}
            </ul>
            <Link to={startsAt} className={styles.start}>
              Start with {plan.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
