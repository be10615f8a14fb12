import { readFileSync } from "node:fs";
import path from "node:path";
import { mockContributions } from "@tessera/shell-api/testing";

const own = JSON.parse(readFileSync(path.resolve(import.meta.dirname, "../../manifest.json"), "utf8"));

/** A kind as another area contributes it. */
const deliveryDue = {
  kind: "delivery-due",
  group: "Deliveries",
  order: 40,
  icon: "M0 0h20v20",
  open: "Open the delivery",
  accept: "Complete",
  accepted: "Completed",
  why: "The delivery is due.",
  acceptFirst: true,
  view: "delivery/view",
};

/** The queue's own contributions as its manifest declares them, and another area's, whose code is `view`. */
export const contributions = (view?: () => Promise<unknown>, failures?: { owner: string; error: unknown }[]) =>
  mockContributions(
    [
      own,
      { name: "deliveries", contributes: { queueKinds: [view ? deliveryDue : { ...deliveryDue, view: undefined }] } },
    ],
    async (owner, module) =>
      owner === "queue" ? ((await import(`../${module}.tsx`)) as { default: unknown }).default : view?.(),
    failures,
  );
