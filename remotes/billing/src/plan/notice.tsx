import { makeStyles } from "@tessera/fluent";
import { MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from "@tessera/fluent-data";
import type { ReactNode } from "react";

const useStyles = makeStyles({ bar: { marginBottom: "16px" } });

interface NoticeProps {
  intent: "info" | "warning" | "error";
  title?: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** Said wherever a person may wonder whether money moves. */
export const sandboxNote =
  "Payments run in the sandbox: no money moves. Pay with card 4242\u00a04242\u00a04242\u00a04242.";

/** A sentence above what it is about. */
export function Notice({ intent, title, children, actions }: NoticeProps) {
  return (
    <MessageBar intent={intent} layout="multiline" className={useStyles().bar}>
      <MessageBarBody>
        {title && <MessageBarTitle>{title}.</MessageBarTitle>} {children}
      </MessageBarBody>
      {actions && <MessageBarActions>{actions}</MessageBarActions>}
    </MessageBar>
  );
}

/** Tells that a change failed: what stands as before, and the service's sentence of why. */
export function Failure({ of, what }: { of: { error: Error | null }; what: string }) {
  return (
    of.error && (
      <div role="alert" style={{ marginTop: 16 }}>
        <Notice intent="error" title={what}>
          {of.error.message}
        </Notice>
      </div>
    )
  );
}
