import { shell, useBilling } from "@tessera/shell-api";
import { TextButton } from "@tessera/ui";
import { useEffect, useState } from "react";

/** What becomes of the plan when the account is deleted; said only once billing has answered. */
export function PlanConsequence() {
  const known = useBilling();
  const [failed, setFailed] = useState(false);
  const ask = () => {
    setFailed(false);
    shell()
      .billing.refresh()
      .catch(() => setFailed(true));
  };
  useEffect(ask, []);
  if (known === null && !failed) return <>Asking whether you have a paid plan…</>;
  if (known === null) {
    return (
      <>
        A paid plan ends today, not at the end of the paid period. Whether you have one is unknown: billing did not
        answer. <TextButton onClick={ask}>Ask again</TextButton>
      </>
    );
  }
  const paid = known.planId && known.status !== "none" && known.status !== "canceled";
  return paid ? (
    <>
      Your plan ends today, not at the end of the paid period. Nothing more is charged, and nothing is paid back. Save
      the invoices you need from the billing page first.
    </>
  ) : (
    <>You have no paid plan. Nothing is charged.</>
  );
}
