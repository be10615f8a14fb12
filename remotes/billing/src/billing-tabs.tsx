import { AreaTabs } from "@tessera/ui/area-tabs";
import type { ReactNode } from "react";

const PAGES = [
  { path: "/billing", label: "Plan and invoices" },
  { path: "/usage", label: "Usage" },
];

/** The two pages of the area, and what can be done on this one. */
export function BillingTabs({ children }: { children?: ReactNode }) {
  return <AreaTabs label="Billing" pages={PAGES} actions={children} />;
}
