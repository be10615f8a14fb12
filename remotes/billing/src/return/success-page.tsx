import { Button, Spinner } from "@tessera/fluent";
import { useNavigate, useSearchParams } from "@tessera/router";
import { shell, usePlace } from "@tessera/shell-api";
import { useEffect, useState } from "react";
import { useOverview, usePlans } from "../api.ts";
import { wantedPath } from "../wanted-path.ts";
import { looks, useConfirmation } from "./confirm-payment.ts";
import { ReturnCard } from "./return-card.tsx";

/**
 * `/billing/success`: where the payment page sends people back. Never believes the address: the server asks the payment
 * provider.
 */
export function SuccessPage({ pauses = looks }: { pauses?: number[] }) {
  usePlace([{ label: "Billing", path: "/billing" }, { label: "Payment" }], "/billing");
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const sessionId = search.get("session_id");
  const [wanted] = useState(() => wantedPath(search.toString()));
  const confirmation = useConfirmation(sessionId, pauses);
  const active = confirmation.data === "active";

  useEffect(() => {
    if (!active || !wanted) return;
    shell().savedPath.take();
    shell().notifications.show({ message: "Your plan is active", intent: "success" });
    navigate(wanted, { replace: true });
  }, [active, wanted, navigate]);

  const toBilling = (appearance: "primary" | "secondary", label: string) => (
    <Button appearance={appearance} onClick={() => navigate("/billing")}>
      {label}
    </Button>
  );
  const lookAgain = (label: string) => (
    <Button appearance="primary" onClick={() => confirmation.refetch()}>
      {label}
    </Button>
  );
  if (confirmation.isFetching || (active && wanted)) {
    return (
      <ReturnCard title="Confirming your payment" icon={<Spinner size="small" />}>
        This takes a second or two. You can leave the page: the payment is not lost.
      </ReturnCard>
    );
  }
  if (confirmation.isError) {
    return (
      <ReturnCard
        title="The payment could not be checked"
        status="warn"
        actions={[lookAgain("Check again"), toBilling("secondary", "Billing")]}
      >
        {confirmation.error.message} A payment you made is not lost; it counts as soon as the payment provider reports
        it.
      </ReturnCard>
    );
  }
  switch (confirmation.data) {
    case "active":
      return <ActiveCard paid={sessionId !== null} />;
    case "processing":
      return (
        <ReturnCard
          title="The payment is still being processed"
          status="warn"
          actions={[lookAgain("Check again"), toBilling("secondary", "Billing")]}
        >
          Some payments take minutes. The plan opens as soon as the payment provider reports it; you need not pay again.
        </ReturnCard>
      );
    default:
      return (
        <ReturnCard
          title="No payment of yours belongs to this page"
          status="idle"
          actions={[toBilling("primary", "Open billing")]}
        >
          {sessionId
            ? "The address names a payment of another account, or one that does not exist. Nothing was changed."
            : "The address names no payment. Nothing was changed."}
        </ReturnCard>
      );
  }
}

function ActiveCard({ paid }: { paid: boolean }) {
  const navigate = useNavigate();
  const overview = useOverview();
  const plans = usePlans();
  const plan = plans.data?.find(({ id }) => id === overview.data?.planId);
  return (
    <ReturnCard
      title={plan ? `${plan.name} is active` : "Your plan is active"}
      status="ok"
      actions={[
        <Button key="items" appearance="primary" onClick={() => navigate("/items/inbox")}>
          Open items
        </Button>,
        <Button key="billing" onClick={() => navigate("/billing")}>
          See the plan
        </Button>,
      ]}
    >
      {paid ? "The payment went through. Items are open now." : "Items are open."}
    </ReturnCard>
  );
}
