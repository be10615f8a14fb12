import { DOWNLOAD_MEGABYTES, downloadModels, hasModels, removeModels } from "@tessera/dictation/model-store.ts";
import { Button } from "@tessera/fluent";
import { ProgressBar } from "@tessera/fluent-extra";
import { shell } from "@tessera/shell-api";
import { Notice } from "@tessera/ui";
import { useCallback, useEffect, useRef, useState } from "react";
import { Setting } from "../parts/setting.tsx";

type State = { kind: "unknown" | "absent" | "here" } | { kind: "arrives"; done: number };

/** What recognition on the device needs: downloaded when the person says so, with its size before. */
export function SpeechModel() {
  const [state, setState] = useState<State>({ kind: "unknown" });
  const [failure, setFailure] = useState<string>();
  const download = useRef<AbortController>(null);
  const look = useCallback(async () => setState({ kind: (await hasModels()) ? "here" : "absent" }), []);
  useEffect(() => {
    void look();
    return () => download.current?.abort();
  }, [look]);
  const fetchIt = async () => {
    const controller = new AbortController();
    download.current = controller;
    setFailure(undefined);
    setState({ kind: "arrives", done: 0 });
    try {
      await downloadModels({
        signal: controller.signal,
        onProgress: (done) => setState({ kind: "arrives", done }),
      });
    } catch (error) {
      if (!controller.signal.aborted) setFailure((error as Error).message);
    }
    await look();
  };
  const remove = async () => {
    await removeModels();
    await look();
    shell().notifications.show({ message: "The speech model was removed from this device." });
  };
  const acts = {
    here: { label: "Remove from this device", act: () => void remove() },
    absent: { label: failure ? "Try again" : `Download ${DOWNLOAD_MEGABYTES} MB`, act: () => void fetchIt() },
    arrives: { label: "Cancel", act: () => download.current?.abort() },
  };
  return (
    <>
      <Setting
        label="Speech model"
        hint={
          state.kind === "here"
            ? "It is on this device and works offline. It understands English."
            : `${DOWNLOAD_MEGABYTES} MB, downloaded once to this device. It works offline afterwards and understands English.`
        }
      >
        {state.kind !== "unknown" && (
          // One button throughout, so that it keeps the focus.
          <div style={{ display: "grid", gap: "8px", minWidth: state.kind === "arrives" ? "220px" : undefined }}>
            {state.kind === "arrives" && <ProgressBar aria-label="Speech model" value={state.done} />}
            <Button appearance={state.kind === "absent" ? "primary" : "secondary"} onClick={acts[state.kind].act}>
              {acts[state.kind].label}
            </Button>
          </div>
        )}
      </Setting>
      {failure && <Notice intent="warning">{failure}</Notice>}
    </>
  );
}
