import type { BillingOverview, Plan } from "@tessera/contracts-billing/billing.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useFormats } from "../formats.ts";
import { PageSection } from "../page-section.tsx";
import { useCheckout, usePortal } from "./checkout.ts";
import { areSoldByYear, IntervalSwitch, offersOf, useInterval } from "./interval.tsx";
import { Failure, Notice, sandboxNote } from "./notice.tsx";
import { planStateOf } from "./plan-state.ts";
import { PlanTable } from "./plan-table.tsx";
import { StartTrial } from "./start-trial.tsx";

const useStyles = makeStyles({
  question: { margin: 0, fontSize: "20px", lineHeight: "28px", fontWeight: 600, letterSpacing: "-0.01em" },
  lead: {
    margin: "8px 0 0",
    maxWidth: "760px",
    textWrap: "pretty",
    fontSize: "16px",
    lineHeight: "24px",
    color: tokens.colorNeutralForeground2,
  },
});

interface ChoosePlanProps {
  overview: BillingOverview;
  plans: Plan[];
  /** The page a person asked for when they were sent here. */
  wanted: string | undefined;
}

/** Page of a person without a plan: why they are here, the trial, the plans, and the way to pay. */
export function ChoosePlan({ overview, plans, wanted }: ChoosePlanProps) {
  const styles = useStyles();
  const checkout = useCheckout(wanted);
  const [interval, setInterval] = useInterval("month");
  const offers = offersOf(plans, interval);
  const recommended = offers[Math.floor(offers.length / 2)];
  const leaving = checkout.isPending || checkout.isSuccess;
  const trial = planStateOf(overview) === "trial" ? overview.trial : null;
  const offered = overview.billingStatus === "active" ? null : overview.trial?.days;
  const { longDate } = useFormats();
  return (
    <>
      {overview.sandbox && <Notice intent="info">{sandboxNote}</Notice>}
      {overview.status === "incomplete" && <UnconfirmedNotice overview={overview} plans={plans} />}
      <h2 className={styles.question}>
        {trial?.endsAt ? `Your trial runs until ${longDate(trial.endsAt)}` : "Choose a plan"}
      </h2>
      <p className={styles.lead}>
        <Why overview={overview} wanted={wanted} /> You pay on the payment provider’s page. You can cancel at any time
        and keep the plan until the paid period ends.
      </p>
      {offered && <StartTrial days={offered} wanted={wanted} />}
      <Failure of={checkout} what="The payment page did not open, and nothing was charged" />
      <PageSection title="Plans" aside="The first payment is taken today.">
        {areSoldByYear(plans) && <IntervalSwitch value={interval} onChange={setInterval} />}
        <PlanTable
          plans={offers}
          recommendedId={holdsMore(recommended, plans[0]) ? recommended?.id : undefined}
          action={(plan) => (
            <Button
              appearance={plan === recommended && !offered ? "primary" : "secondary"}
              disabledFocusable={leaving}
              onClick={() => checkout.mutate(plan)}
            >
              {leaving && checkout.variables?.id === plan.id ? "Opening the payment page" : `Choose ${plan.name}`}
            </Button>
          )}
        />
      </PageSection>
    </>
  );
}

/** The first payment of a plan that waits for the person's bank. */
function UnconfirmedNotice({ overview, plans }: Pick<ChoosePlanProps, "overview" | "plans">) {
  const portal = usePortal();
  const name = plans.find(({ id }) => id === overview.planId)?.name ?? "your plan";
  return (
    <>
      <Notice
        intent="warning"
        title={`The first payment of ${name} is not confirmed`}
        actions={
          <Button
            appearance="primary"
            disabledFocusable={portal.isPending || portal.isSuccess}
            onClick={() => portal.mutate()}
          >
            Confirm the payment
          </Button>
        }
      >
        Your bank wants to know that it is you. Confirm it within 23 hours on the payment pages, and {name} opens.
        Nothing was charged.
      </Notice>
      <Failure of={portal} what="The payment pages did not open" />
    </>
  );
}

/** A dearer plan is recommended for what it holds; one that holds the same is not. */
const holdsMore = (plan: Plan | undefined, cheapest: Plan | undefined) =>
  JSON.stringify(plan?.features) !== JSON.stringify(cheapest?.features);

function Why({ overview, wanted }: { overview: BillingOverview; wanted: string | undefined }) {
  const { longDate } = useFormats();
  const { trial } = overview;
  if (trial?.state === "running")
    return "Until then you have everything in Studio. Choose a plan to continue after that. Without one, items close; your cards and files are kept.";
  if (overview.billingStatus === "active") return "Your account needs no plan to open items.";
  if (overview.status === "canceled") {
    const ended = overview.currentPeriodEnd ? ` on ${longDate(overview.currentPeriodEnd)}` : "";
    return `Your plan ended${ended}. Your cards and files are kept, and open again with any plan.`;
  }
  if (overview.status === "incomplete_expired")
    return "The first payment was not confirmed in time, so nothing was charged. Choose a plan to open items.";
  if (trial?.endsAt)
    return `Your trial ended on ${longDate(trial.endsAt)}. Your cards and files are kept, and open again with any plan.`;
  const needs = trial?.days ? "You need the trial or a plan to open items." : "You need a plan to open items.";
  return wanted?.startsWith("/items") ? `${needs} Choose one, and we take you to the page you asked for.` : needs;
}
