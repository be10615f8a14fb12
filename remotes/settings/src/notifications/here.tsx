import { Button } from "@tessera/fluent";
import type { PushState } from "@tessera/shell-api";
import { Notice } from "@tessera/ui";
import { Setting } from "../parts/setting.tsx";

interface Props {
  state: PushState;
  busy: boolean;
  /** The person was asked, and has not answered. */
  unanswered: boolean;
  onTurn(on: boolean): void;
}

/** Notifications of this browser: on, off, or why they cannot be. */
export function Here({ state, busy, unanswered, onTurn }: Props) {
  if (state.kind === "unsupported")
    return (
      <Notice intent="warning">
        This browser cannot show notifications of Tessera. On an iPhone or iPad, add Tessera to the Home Screen and open
        it there. Private windows, and browsers set to keep nothing, have none.
      </Notice>
    );
  if (state.kind === "denied")
    return (
      <Notice intent="warning">
        This browser does not let Tessera show notifications. Open the settings of this site, beside the address or in
        the browser’s menu, and allow notifications. Then reload this page.
      </Notice>
    );
  const isOn = state.kind === "on";
  return (
    <>
      {unanswered && (
        <Notice intent="warning">
          The browser’s question was closed without an answer. Turn notifications on again, and allow them.
        </Notice>
      )}
      <Setting
        label="This browser"
        hint={
          isOn
            ? "It shows what you chose for devices, also while Tessera is closed. Signing out here ends it."
            : "It can show what you chose for devices, also while Tessera is closed. The browser asks you first."
        }
      >
        <Button appearance={isOn ? undefined : "primary"} disabledFocusable={busy} onClick={() => onTurn(!isOn)}>
          {isOn ? "Turn off" : "Turn on notifications"}
        </Button>
      </Setting>
    </>
  );
}
