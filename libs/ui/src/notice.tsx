import { makeStyles } from "@tessera/fluent";
import { MessageBar, MessageBarActions, MessageBarBody } from "@tessera/fluent-data";
import type { ReactNode } from "react";

const useStyles = makeStyles({ bar: { margin: "0 0 16px" } });

/** A sentence about what was just tried; errors interrupt a screen reader, the rest waits its turn. */
export function Notice(props: { intent: "success" | "warning" | "error"; children: ReactNode; actions?: ReactNode }) {
  return (
    <div role={props.intent === "error" ? "alert" : "status"}>
      <MessageBar intent={props.intent} layout="multiline" className={useStyles().bar}>
        <MessageBarBody>{props.children}</MessageBarBody>
        {props.actions && <MessageBarActions>{props.actions}</MessageBarActions>}
      </MessageBar>
    </div>
  );
}
