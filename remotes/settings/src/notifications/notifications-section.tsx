import type { PushDevice } from "@tessera/contracts-settings/push.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { Notice } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { Loaded } from "../parts/loaded.tsx";
import { SettingGroup } from "../parts/setting.tsx";
import { DeviceList } from "./device-list.tsx";
import { Here } from "./here.tsx";
import { NoticeSettings } from "./notice-settings.tsx";
import { devices, pushKeys, useHere, usePushDevices } from "./push-devices.ts";

const useStyles = makeStyles({
  lead: { margin: "0 0 12px", color: tokens.colorNeutralForeground2 },
});

/** What a person is told by mail and by notifications, and which devices show those. */
export function NotificationsSection() {
  const styles = useStyles();
  const queries = useQueryClient();
  const here = useHere();
  const own = usePushDevices();
  const [busy, setBusy] = useState(false);
  const [unanswered, setUnanswered] = useState(false);
  const [outcome, setOutcome] = useState<{ intent: "success" | "error"; text: string } | null>(null);

  /** @returns whether it was done; where not, the person is told what stands instead */
  const act = async (work: () => Promise<unknown>, lost: string) => {
    setBusy(true);
    setOutcome(null);
    setUnanswered(false);
    try {
      await work();
      return true;
    } catch (error) {
      setOutcome({ intent: "error", text: failureWords(lost, error) });
      return false;
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: ["push"] });
    }
  };
  const turn = (on: boolean) =>
    act(
      async () => {
        const state = await (on ? shell().push.turnOn() : shell().push.turnOff());
        queries.setQueryData(pushKeys.here, state);
        setUnanswered(on && state.kind === "off");
      },
      `Notifications of this browser are still ${on ? "off" : "on"}.`,
    );
  const send = async (id: string) => {
    try {
      await devices().test(id);
    } catch (error) {
      // The browser is no longer subscribed; it can be turned on again.
      if ((error as { status?: number }).status === 410) await shell().push.turnOff();
      throw error;
    }
  };
  const test = async ({ id }: PushDevice) => {
    if (await act(() => send(id), "No notification was sent."))
      setOutcome({
        intent: "success",
        text: "A notification is on its way. If none appears, allow notifications of this browser in the system’s settings.",
      });
  };
  const remove = async (device: PushDevice) => {
    const text = `${device.device} shows no notifications any more. They are turned on again there alone.`;
    const chosen = await shell().dialogs.confirm(text, {
      title: `Remove ${device.device}?`,
      maxWidth: "440px",
      buttons: [
        { text: "Keep it", variant: "text", onClick: (dialog) => dialog.cancel() },
        { text: "Remove", color: "danger", value: true },
      ],
    });
    if (chosen && (await act(() => devices().remove(device.id), `${device.device} was not removed.`)))
      setOutcome({ intent: "success", text: `${device.device} shows no notifications any more.` });
  };

  return (
    <>
      <NoticeSettings />
      <SettingGroup title="Devices">
        {outcome && <Notice intent={outcome.intent}>{outcome.text}</Notice>}
        <Loaded of={here} rows={1}>
          {(state) => <Here state={state} busy={busy} unanswered={unanswered} onTurn={turn} />}
        </Loaded>
        <Loaded of={own} rows={1}>
          {(list) =>
            list.length > 0 ? (
              <DeviceList
                devices={list}
                here={here.data?.kind === "on" ? here.data.deviceId : null}
                busy={busy}
                onTest={test}
                onRemove={remove}
              />
            ) : (
              <p className={styles.lead}>No device shows notifications yet.</p>
            )
          }
        </Loaded>
      </SettingGroup>
    </>
  );
}
