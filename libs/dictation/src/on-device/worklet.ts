// Hands on what the microphone hears, on the thread of the sound (shell/src/workers/microphone.ts).
declare const registerProcessor: (name: string, processor: unknown) => void;
declare const AudioWorkletProcessor: new () => { readonly port: MessagePort };

/** Samples that are handed on at once: 20 to 50 ms. */
const PIECE = 1024;

class MicrophoneProcessor extends AudioWorkletProcessor {
  private piece = new Float32Array(PIECE);
  private filled = 0;
  private to: MessagePort | null = null;
  private ended = false;

  constructor() {
    super();
    this.port.onmessage = ({ data, ports }: MessageEvent<"end" | "to">) => {
      if (data === "to") this.to = ports[0] ?? null;
      else this.end();
    };
  }

  process([input]: Float32Array[][]): boolean {
    for (const sample of input?.[0] ?? []) {
      this.piece[this.filled++] = sample;
      if (this.filled === PIECE) this.send();
    }
    return !this.ended;
  }

  private send(): void {
    this.to?.postMessage(this.piece.slice(0, this.filled));
    this.filled = 0;
  }

  private end(): void {
    if (this.ended) return;
    this.ended = true;
    this.send();
    this.to?.postMessage(null);
    this.port.postMessage("ended");
  }
}

registerProcessor("microphone", MicrophoneProcessor);
