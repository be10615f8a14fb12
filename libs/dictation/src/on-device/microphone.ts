const CHOSEN = "tessera.dictation.microphone";
/** Ms that the thread of the sound may take to hand on its last piece. */
const LAST_PIECE_MS = 500;

export interface Microphone {
  /** Samples a second. */
  rate: number;
  /** Hands on the last of the sound, then switches the microphone off. */
  close(): Promise<void>;
}

/** A sentence that says why nothing is heard. */
export class NoMicrophone extends Error {}

/** Whether this browser gives sound to pages, and keeps models for them. */
export const canListen = (): boolean =>
  Boolean(globalThis.isSecureContext && navigator.mediaDevices && globalThis.AudioWorkletNode && globalThis.caches);

/** Id of the microphone that was chosen on this device; "" for the browser's own choice. */
export function chosenMicrophone(): string {
  try {
    return localStorage.getItem(CHOSEN) ?? "";
  } catch {
    return "";
  }
}

export function chooseMicrophone(id: string): void {
  if (id) localStorage.setItem(CHOSEN, id);
  else localStorage.removeItem(CHOSEN);
}

/** Microphones with their names, which browsers give once one may be used. */
export async function microphones(): Promise<{ id: string; name: string }[]> {
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  return devices
    .filter(({ kind, deviceId, label }) => kind === "audioinput" && deviceId && label)
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
}

/**
 * Sends what is heard into the port: pieces of samples, null at the end.
 * @param worklet address of its script @param onLost the microphone went away
 * @throws NoMicrophone
 */
export async function openMicrophone(worklet: string, port: MessagePort, onLost: () => void): Promise<Microphone> {
  const stream = await streamOf(chosenMicrophone());
  const context = new AudioContext();
  const off = async () => {
    for (const track of stream.getTracks()) track.stop();
    await context.close().catch(() => undefined);
  };
  try {
    await context.audioWorklet.addModule(worklet);
    await context.resume();
  } catch (error) {
    await off();
    throw new NoMicrophone("The browser could not open the microphone. Try again.", { cause: error });
  }
  const node = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0 });
  node.port.postMessage("to", [port]);
  context.createMediaStreamSource(stream).connect(node);
  stream.getAudioTracks()[0]?.addEventListener("ended", onLost);
  return {
    rate: context.sampleRate,
    async close() {
      const ended = new Promise<void>((resolve) => {
        node.port.onmessage = () => resolve();
        setTimeout(resolve, LAST_PIECE_MS);
      });
      node.port.postMessage("end");
      await ended;
      await off();
    },
  };
}

async function streamOf(id: string): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new NoMicrophone("The browser gives no microphone to pages without https.");
  const audio = { channelCount: 1, ...(id ? { deviceId: { exact: id } } : {}) };
  try {
    return await navigator.mediaDevices.getUserMedia({ audio });
  } catch (error) {
    const { name } = error as DOMException;
    // The chosen one is not connected today.
    if (id && (name === "OverconstrainedError" || name === "NotFoundError")) return streamOf("");
    throw new NoMicrophone(
      name === "NotFoundError"
        ? "No microphone was found."
        : "The browser does not allow the microphone here. Allow it in the settings of this site.",
    );
  }
}
