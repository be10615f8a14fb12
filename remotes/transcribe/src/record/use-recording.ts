import { shell } from "@tessera/shell-api";
import { useUiSettings } from "@tessera/ui";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { Uploads } from "../list/use-upload.ts";
import { eraseTake, keptTake, readTake, TAKE_LOCK, type Take } from "./kept-take.ts";
import { dismissFailure, endRecording, getRecording, type LiveRecording, onRecording } from "./live-recording.ts";

export interface Recording extends LiveRecording {
  /** What was recorded before and not sent. */
  kept: Take | null;
  isSending: boolean;
  /** Ends the recording and sends it. */
  stop(): Promise<void>;
  /** Sends what is kept. */
  send(): Promise<void>;
  discard(): Promise<void>;
}

/** A recording from the microphone: kept in this browser until the service has it. */
export function useRecording(uploads: Uploads): Recording {
  const { locale, timeZone } = useUiSettings();
  const live = useSyncExternalStore(onRecording, getRecording);
  const [kept, setKept] = useState<Take | null>(null);
  const [isSending, setSending] = useState(false);
  const isIdle = live.state === "idle";

  useEffect(() => {
    if (!isIdle) return setKept(null);
    // Of another tab that records, the take is not this one's to offer.
    void ownTake().then(setKept);
  }, [isIdle]);
  useEffect(
    () => () => {
      if (getRecording().recorder)
        shell().notifications.show({ message: "Recording continues. Stop it in Transcribe." });
    },
    [],
  );

  const send = async () => {
    const take = await keptTake();
    if (!take) return setKept(null);
    dismissFailure();
    setSending(true);
    const at = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "medium", timeStyle: "short" });
    const name = `Recording ${at.format(take.startedAt)}`;
    const wasKept = await uploads.send([
      new File([await readTake(take)], name, { type: take.type, lastModified: take.startedAt }),
    ]);
    if (wasKept) await eraseTake();
    setSending(false);
    setKept(wasKept ? null : take);
  };
  const discard = async () => {
    const sure = await shell().dialogs.confirm("The recording is deleted from this browser. This cannot be undone.", {
      title: "Discard the recording?",
      buttons: [
        { text: "Keep", variant: "outline", onClick: (dialog) => dialog.cancel() },
        { text: "Discard", color: "danger", value: true },
      ],
    });
    if (!sure) return;
    await endRecording();
    await eraseTake();
    if (kept) await uploads.discard(kept.startedAt);
    setKept(null);
  };
  const stop = async () => {
    await endRecording();
    await send();
  };
  return { ...live, kept, isSending, stop, send, discard };
}

/** What this tab may offer; null where a browser keeps nothing, as in a private window. */
async function ownTake(): Promise<Take | null> {
  try {
    const isFree = await navigator.locks.request(TAKE_LOCK, { ifAvailable: true }, (lock) => lock !== null);
    return isFree ? await keptTake() : null;
  } catch {
    return null;
  }
}
