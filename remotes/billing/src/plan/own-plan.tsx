import { Open16Regular } from "@fluentui/react-icons/svg/open";
import type { BillingOverview, Discount, Plan } from "@tessera/contracts-billing/billing.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Pill, useIsPhone } from "@tessera/ui";
import { type Formats, useFormats } from "../formats.ts";
import { PageSection } from "../page-section.tsx";
import { useCancelPlan, useResumePlan } from "./cancel-plan.tsx";
import { useChangePlan } from "./change-plan.tsx";
import { usePortal } from "./checkout.ts";
import { areSoldByYear, IntervalSwitch, offersOf, useInterval } from "./interval.tsx";
import { Failure, Notice, sandboxNote } from "./notice.tsx";
import { type PlanState, planStateOf } from "./plan-state.ts";
import { PlanTable } from "./plan-table.tsx";

const narrow = "@media (max-width: 959.98px)";

const useStyles = makeStyles({
  head: { display: "flex", flexWrap: "wrap", gap: "16px 24px", alignItems: "flex-start" },
  text: { flex: "1 1 480px", minWidth: 0 },
  title: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px" },
  question: { margin: 0, fontSize: "20px", lineHeight: "28px", fontWeight: 600, letterSpacing: "-0.01em" },
  lead: {
    margin: "8px 0 0",
    maxWidth: "760px",
    textWrap: "pretty",
    fontSize: "16px",
    lineHeight: "24px",
    color: tokens.colorNeutralForeground2,
  },
  date: { color: tokens.colorNeutralForeground1, whiteSpace: "nowrap" },
  discount: { margin: "8px 0 0", fontWeight: 600 },
  quiet: { marginTop: "8px", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  actions: {
    display: "flex",
    flexWrap: "wrap",
    gap: "8px",
    [narrow]: { width: "100%", "& button": { minHeight: "44px", flexGrow: 1 } },
  },
});

/** Page of a person who has a plan: what it costs and when, what can be done with it, and the other plans. */
export function OwnPlan({ overview, plans }: { overview: BillingOverview; plans: Plan[] }) {
  const styles = useStyles();
  const formats = useFormats();
  const state = planStateOf(overview);
  const ownInterval = overview.interval ?? "month";
  const [interval, setInterval] = useInterval(ownInterval);
  const byYear = areSoldByYear(plans);
  const offers = offersOf(plans, byYear ? interval : "month");
  const own = offersOf(plans, ownInterval).find((plan) => plan.id === overview.planId);
  const name = own?.name ?? "your plan";
  const phone = useIsPhone();
  const portal = usePortal();
  const cancel = useCancelPlan(name, overview);
  const resume = useResumePlan(name);
  const change = useChangePlan(overview, own && { ...own, interval: ownInterval, price: overview.price ?? own.price });
  const busy = cancel.isPending || resume.isPending || change.isPending;
  const owes = state === "grace" || state === "closed" || state === "paused";
  const payable = state === "paused" && overview.card !== null;
  const next = state === "running" ? offers[offers.findIndex(({ id }) => id === own?.id) + 1] : undefined;
  const opening = portal.isPending || portal.isSuccess;

  return (
    <>
      {owes && <PaymentNotice overview={overview} name={name} formats={formats} />}
      <div className={styles.head}>
        <div className={styles.text}>
          <div className={styles.title}>
            <h2 className={styles.question}>
              You are on {name}
              {(byYear || ownInterval === "year") && `, paid ${ownInterval}ly`}
            </h2>
            <PlanStatePill state={state} overview={overview} formats={formats} />
          </div>
          {overview.discount && <p className={styles.discount}>{discountInWords(overview.discount, formats)}.</p>}
          <Lead overview={overview} own={own} state={state} formats={formats} />
          {(overview.invoiceName || overview.taxNumber) && (
            <p className={styles.quiet}>{onInvoices(overview)} You can change this in the customer portal.</p>
          )}
          {overview.sandbox && <p className={styles.quiet}>{sandboxNote}</p>}
        </div>
        <div className={styles.actions}>
          {(state === "ending" || payable) && (
            <Button appearance="primary" disabledFocusable={busy} onClick={() => resume.mutate()}>
              Resume {name}
            </Button>
          )}
          <Button
            appearance={owes && !payable ? "primary" : "secondary"}
            disabledFocusable={opening}
            onClick={() => portal.mutate()}
          >
            {state === "paused" && !payable ? "Add a card" : "Change card"}
          </Button>
          {phone && (
            <Button disabledFocusable={opening} onClick={() => portal.mutate()}>
              Customer portal
            </Button>
          )}
          {state !== "ending" && (
            <Button appearance="subtle" disabledFocusable={busy} onClick={cancel.ask}>
              Cancel plan
            </Button>
          )}
        </div>
      </div>
      <Failure of={portal} what="The payment pages did not open" />
      <Failure of={cancel} what={`${name} was not cancelled`} />
      <Failure of={resume} what={`${name} was not resumed`} />
      <Failure of={change} what={`You stay on ${name}`} />
      <PageSection
        title="Plans"
        aside={
          state === "paused"
            ? "Plans can be changed again once this one is resumed."
            : owes
              ? "Plans can be changed again once the open invoice is paid."
              : "Changes count from today."
        }
      >
        {byYear && <IntervalSwitch value={interval} onChange={setInterval} />}
        <PlanTable
          plans={offers}
          ownId={overview.planId}
          ownInterval={ownInterval}
          action={(plan) =>
            owes ? null : (
              <Button
                appearance={plan === next ? "primary" : "secondary"}
                disabledFocusable={busy}
                onClick={() => change.ask(plan)}
              >
                {plan.id === own?.id
                  ? `Pay by the ${plan.interval}`
                  : change.isPending && change.variables.to.id === plan.id
                    ? `Changing to ${plan.name}`
                    : `Change to ${plan.name}`}
              </Button>
            )
          }
        />
      </PageSection>
    </>
  );
}

/** Link to the payment provider's pages, in the page's header. */
export function PortalButton() {
  const portal = usePortal();
  return (
    <Button
      size="small"
      appearance="subtle"
      icon={<Open16Regular />}
      disabledFocusable={portal.isPending || portal.isSuccess}
      onClick={() => portal.mutate()}
    >
      Customer portal
    </Button>
  );
}

function PlanStatePill({
  state,
  overview,
  formats,
}: {
  state: PlanState;
  overview: BillingOverview;
  formats: Formats;
}) {
  if (state === "grace") return <Pill status="warn">Payment failed</Pill>;
  if (state === "closed") return <Pill status="bad">Payment failed</Pill>;
  if (state === "paused") return <Pill status="bad">Paused</Pill>;
  if (state === "ending" && overview.currentPeriodEnd) {
    return <Pill status="warn">Ends {formats.dayAndMonth(overview.currentPeriodEnd)}</Pill>;
  }
  return <Pill status="ok">{overview.status === "trialing" ? "Trial" : "Active"}</Pill>;
}

interface LeadProps {
  overview: BillingOverview;
  own: Plan | undefined;
  state: PlanState;
  formats: Formats;
}

/** "20% off until 3 March 2027", "€5.00 off". */
function discountInWords({ percent, amount, endsAt }: Discount, { money, fullDate }: Formats): string {
  const off = amount ? money(amount) : `${percent}%`;
  return endsAt ? `${off} off until ${fullDate(endsAt)}` : `${off} off`;
}

/** What of the discount counts at the next payment: " less 20%". */
function lessAt(discount: Discount | null | undefined, next: string, { money }: Formats): string {
  if (!discount || (discount.endsAt && Date.parse(discount.endsAt) <= Date.parse(next))) return "";
  return ` less ${discount.amount ? money(discount.amount) : `${discount.percent}%`}`;
}

/** The one sentence of what is charged when, and until when the plan is there. */
function Lead({ overview, own, state, formats }: LeadProps) {
  const styles = useStyles();
  const { currentPeriodEnd: end, card } = overview;
  const interval = overview.interval ?? "month";
  const price = overview.price ?? own?.price;
  if (!own || !price || !end || state === "closed" || state === "grace" || state === "paused") return null;
  const until = <span className={styles.date}>{formats.longDate(end)}</span>;
  const to = card ? ` to ${card.brand} ending in ${card.last4}` : "";
  if (state === "ending") {
    return (
      <p className={styles.lead}>
        {own.name} stays open until {until}. Nothing more is charged. Cards and files are kept after that, and open
        again with any plan.
      </p>
    );
  }
  if (overview.status === "trialing") {
    return (
      <p className={styles.lead}>
        The trial runs until {until}.{" "}
        {card
          ? `From then on ${formats.money(price)} is charged each ${interval}${to}.`
          : `Add a card until then to keep ${own.name} for ${formats.money(price)} a ${interval}. Without one it pauses, and nothing is charged.`}
      </p>
    );
  }
  const rhythm =
    interval === "year"
      ? `on ${formats.dayAndMonth(end)} of each year`
      : `on the ${formats.ordinalDay(end)} of each month`;
  return (
    <p className={styles.lead}>
      {formats.money(price)}
      {lessAt(overview.discount, end, formats)} is charged {rhythm}
      {to}. The next time is {until}. You can stop at any time and keep {own.name} until the {interval} ends.
    </p>
  );
}

function PaymentNotice({ overview, name, formats }: { overview: BillingOverview; name: string; formats: Formats }) {
  const card = overview.card ? `${overview.card.brand} ending in ${overview.card.last4}` : "your card";
  const price = overview.price ? `, and ${formats.money(overview.price)} is charged to ${card}` : "";
  if (overview.status === "paused") {
    return (
      <Notice intent="error" title={`${name} is paused`}>
        {overview.card
          ? `Items are closed until you resume it. A new ${overview.interval ?? "month"} begins then${price}.`
          : "The trial ended without a payment card. Items are closed until you add one and resume the plan."}{" "}
        Nothing was deleted.
      </Notice>
    );
  }
  if (overview.billingStatus === "active" && overview.graceEndsAt) {
    return (
      <Notice intent="warning" title="The last payment failed">
        The payment from {card} did not go through. {name} stays open until {formats.longDate(overview.graceEndsAt)}.
        Change the card or pay the open invoice to keep it.
      </Notice>
    );
  }
  if (overview.status === "unpaid") {
    return (
      <Notice intent="error" title="Items are closed">
        Every attempt to charge {card} failed. Pay the open invoice, also with another card, to open all cards again; or
        cancel {name} to choose another plan. Nothing was deleted.
      </Notice>
    );
  }
  return (
    <Notice intent="error" title="Items are closed">
      The payment from {card} failed and the time to fix it is over. Change the card or pay the open invoice to open all
      cards again. Nothing was deleted.
    </Notice>
  );
}

/** Whom invoices name. */
const onInvoices = ({ invoiceName, taxNumber }: BillingOverview): string =>
  `Your invoices name ${[invoiceName, taxNumber && `VAT number ${taxNumber}`].filter(Boolean).join(", ")}.`;
