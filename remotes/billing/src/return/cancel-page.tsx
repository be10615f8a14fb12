import { Button } from "@tessera/fluent";
import { useLocation, useNavigate } from "@tessera/router";
import { usePlace } from "@tessera/shell-api";
import { ReturnCard } from "./return-card.tsx";

/** `/billing/cancel`: where the payment page sends people who did not pay. */
export function CancelPage() {
  usePlace([{ label: "Billing", path: "/billing" }, { label: "Not paid" }], "/billing");
  const navigate = useNavigate();
  const { search } = useLocation();
  return (
    <ReturnCard
      title="Nothing was charged"
      status="idle"
      actions={[
        <Button key="again" appearance="primary" onClick={() => navigate(`/billing${search}`)}>
          Choose a plan
        </Button>,
      ]}
    >
      You left the payment page before paying. No plan was started, and you can choose again at any time.
    </ReturnCard>
  );
}
