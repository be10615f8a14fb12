import { useLocation } from "@tessera/router";
import { usePlace } from "@tessera/shell-api";
import { ErrorState, LiveNote, PageColumn, Pane, useIsPhone, VisuallyHidden } from "@tessera/ui";
import { useState } from "react";
import { POLL_MS, useOverview, usePlans } from "../api.ts";
import { BillingTabs } from "../billing-tabs.tsx";
import { Invoices } from "../invoices/invoices.tsx";
import { ReconciliationSection } from "../reconciliation/reconciliation.tsx";
import { wantedPath } from "../wanted-path.ts";
import { BillingSkeleton } from "./billing-skeleton.tsx";
import { ChoosePlan } from "./choose-plan.tsx";
import { OwnPlan, PortalButton } from "./own-plan.tsx";
import { planStateOf } from "./plan-state.ts";

/** `/billing`: where people without a plan land, and where those who have one see what it costs. */
export function BillingPage() {
  usePlace([{ label: "Billing" }]);
  const { search } = useLocation();
  const [wanted] = useState(() => wantedPath(search));
  const overview = useOverview();
  const plans = usePlans();
  const failed = [overview, plans].find((query) => query.isError && !query.data);
  const phone = useIsPhone();
  const hasPlan = overview.data && !["none", "trial"].includes(planStateOf(overview.data));
  return (
    <Pane kind="detail" label="Billing">
      <VisuallyHidden as="h1">Plan and invoices</VisuallyHidden>
      <BillingTabs>{hasPlan && !phone && <PortalButton />}</BillingTabs>
      <PageColumn>
        <LiveNote state={overview.live} every={POLL_MS} />
        {failed ? (
          <ErrorState error={failed.error} onRetry={() => Promise.all([overview.refetch(), plans.refetch()])} />
        ) : overview.data && plans.data ? (
          <>
            {hasPlan ? (
              <OwnPlan overview={overview.data} plans={plans.data} />
            ) : (
              <ChoosePlan overview={overview.data} plans={plans.data} wanted={wanted} />
            )}
            <Invoices emptyHidden={!hasPlan} />
            {overview.data.administrator && <ReconciliationSection />}
            {phone && hasPlan && <PortalButton />}
          </>
        ) : (
          <BillingSkeleton />
        )}
      </PageColumn>
    </Pane>
  );
}
