import { makeStyles, tokens } from "@tessera/fluent";
import type { ReactNode } from "react";

const useStyles = makeStyles({
  mark: {
    padding: "0 6px",
    borderRadius: "4px",
    fontSize: "12px",
    lineHeight: "20px",
    color: tokens.colorNeutralForeground1,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
  },
});

/** Marks what two runs have differently, in words. */
export function Differs({ children }: { children?: ReactNode }) {
  return (
    <span className={useStyles().mark}>
      <span aria-hidden="true">≠ </span>
      {children ? <>Differs: {children}</> : "Differs"}
    </span>
  );
}
