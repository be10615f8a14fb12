import { amountInWords } from "@tessera/contracts-billing/amounts.ts";
import type { MeterUsage, OwnLimits, Usage } from "@tessera/contracts-billing/usage.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm, useUiSettings } from "@tessera/ui";
import { useState } from "react";
import { billing } from "../api.ts";
import { readAmount, typedUnits, writeAmount } from "./amounts.ts";

const useStyles = makeStyles({
  text: { margin: 0 },
  meter: { display: "grid", gap: "8px", margin: 0, padding: 0, border: "none", minWidth: 0 },
  name: { padding: 0, fontWeight: 600 },
  pair: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 200px), 1fr))",
    alignItems: "start",
    gap: "12px",
    paddingBottom: "12px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
});

interface Typed {
  notifyAt: string;
  stopAt: string;
}

interface LimitsProps {
  meters: MeterUsage[];
  /** Given the present month as it is with the new limits. */
  onKept: (usage: Usage) => void;
}

function LimitsDialog({ meters, onKept, dialog }: LimitsProps & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const [typed, setTyped] = useState<Record<string, Typed>>(() =>
    Object.fromEntries(
      meters.map(({ meter, unit, own }) => [
        meter,
        { notifyAt: writeAmount(own.notifyAt, unit), stopAt: writeAmount(own.stopAt, unit) },
      ]),
    ),
  );
  const limits = meters.map(({ meter, unit, own }) => {
    const fields = typed[meter]!;
    const notifyAt = readAmount(fields.notifyAt, unit, 1);
    const stopAt = readAmount(fields.stopAt, unit, 0);
    return { meter, notifyAt, stopAt, isChanged: notifyAt !== own.notifyAt || stopAt !== own.stopAt };
  });
  const isWrong = limits.some(({ notifyAt, stopAt }) => notifyAt === undefined || stopAt === undefined);
  const act = async () => {
    for (const { isChanged, ...changed } of limits) {
      if (!isChanged) continue;
      onKept(await billing.limitUsage(changed as OwnLimits));
    }
    shell().notifications.show({ message: "Your limits are kept", intent: "success" });
  };
  return (
    <DialogForm dialog={dialog} confirm="Keep limits" cancel="Cancel" disabled={isWrong} act={act}>
      <p className={styles.text}>
        The queue tells you when an amount is reached, once a month. New work stops at your limit or at that of your
        plan, whichever comes first; nothing is lost, and it continues next month.
      </p>
      {meters.map(({ meter, title, unit, counts, included }, index) => {
        const { name } = typedUnits[unit];
        const of = included === null ? "" : ` Your plan includes ${amountInWords(unit, included, locale)}.`;
        const set =
          (field: keyof Typed) =>
          (_: unknown, { value }: { value: string }) =>
            setTyped((before) => ({ ...before, [meter]: { ...before[meter]!, [field]: value } }));
        const wrong = (amount: unknown) =>
          amount === undefined ? "Enter a whole number, or leave it empty." : undefined;
        return (
          <fieldset key={meter} className={styles.meter}>
            <legend className={styles.name}>
              {title}
              {name && `, in ${name}`}
            </legend>
            <div className={styles.pair}>
              <Field
                label="Tell me at"
                hint={included === null ? "Empty: not at all." : "Empty: at 80%."}
                validationMessage={wrong(limits[index]!.notifyAt)}
              >
                <Input inputMode="numeric" value={typed[meter]!.notifyAt} onChange={set("notifyAt")} />
              </Field>
              {counts === "month" && (
                <Field
                  label="Stop at"
                  hint={included === null ? "Empty: never." : `Empty: your plan’s.${of}`}
                  validationMessage={wrong(limits[index]!.stopAt)}
                >
                  <Input inputMode="numeric" value={typed[meter]!.stopAt} onChange={set("stopAt")} />
                </Field>
              )}
            </div>
          </fieldset>
        );
      })}
    </DialogForm>
  );
}

/** Asks for the limits of every meter. */
export const openLimits = (props: LimitsProps) =>
  shell().dialogs.open<true, LimitsProps>(LimitsDialog, props, { title: "Change limits", buttons: [] });
