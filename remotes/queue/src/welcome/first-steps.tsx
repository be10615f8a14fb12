import { Add20Regular } from "@fluentui/react-icons/svg/add";
import { ArrowImport20Regular } from "@fluentui/react-icons/svg/arrow-import";
import { CheckmarkCircle20Filled } from "@fluentui/react-icons/svg/checkmark-circle";
import { Payment20Regular } from "@fluentui/react-icons/svg/payment";
import type { QueueEntry } from "@tessera/contracts-queue/queue.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { shell, useBilling, useKeys } from "@tessera/shell-api";
import { Keycap } from "@tessera/ui";
import { useEffect } from "react";
import { Card, Part } from "../detail-parts.tsx";
import { capturePath, importPath } from "../places.ts";

const useStyles = makeStyles({
  step: {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, 1fr) auto",
    columnGap: "12px",
    alignItems: "center",
    minHeight: "56px",
    padding: "8px 16px",
    color: "inherit",
    textDecorationLine: "none",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px", borderRadius: "8px" },
  },
  icon: { display: "flex", color: tokens.colorNeutralForeground3 },
  done: { color: "var(--ok)" },
  text: { display: "flex", flexDirection: "column" },
  line: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: "none",
    "& > li + li": { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  },
});

/** What a new person does first, with what is done already marked. The first card closes the entry. */
export function FirstSteps({ entry }: { entry: Pick<QueueEntry, "state"> }) {
  const styles = useStyles();
  const keyOf = useKeys();
  const billing = useBilling();
  const active = billing?.billingStatus === "active";
  const trying = billing?.status === "trialing";
  const captured = entry.state === "closed";
  const done = <CheckmarkCircle20Filled className={styles.done} />;
  useEffect(() => {
    // The queue needs no subscription, so nobody may have asked yet; without an answer the step stays a link.
    if (!shell().billing.get())
      shell()
        .billing.refresh()
        .catch(() => undefined);
  }, []);
  const steps = [
    {
      icon: active ? done : <Payment20Regular />,
      title: active ? (trying ? "Your trial runs" : "Your plan is active") : "Choose a plan",
      line: active
        ? trying
          ? "See under Billing when it ends, and the plans"
          : "See, change or cancel it under Billing"
        : "You need a plan, or the trial without a card, to open items",
      path: "/billing",
    },
    {
      icon: captured ? done : <Add20Regular />,
      title: captured ? "Your first card is captured" : "Capture a card",
      line: captured ? "Capture another: a note, a link or a task" : "A note, a link or a task",
      path: capturePath,
      keycap: keyOf("items.capture"),
    },
    {
      icon: <ArrowImport20Regular />,
      title: "Import what you have",
      line: "Bookmarks, notes or mails from other apps",
      path: importPath,
      keycap: keyOf("items.import"),
    },
  ];
  return (
    <Part title="First steps">
      <Card>
        <ul className={styles.list}>
          {steps.map((step) => (
            <li key={step.title}>
              <Link to={step.path} className={styles.step}>
                <span className={styles.icon}>{step.icon}</span>
                <span className={styles.text}>
                  <span>{step.title}</span>
                  <span className={styles.line}>{step.line}</span>
                </span>
                <Keycap>{step.keycap}</Keycap>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </Part>
  );
}
