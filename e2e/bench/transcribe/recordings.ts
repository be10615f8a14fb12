/** Ms between two looks at a transcription; more where the answer has many segments. */
const POLL_MS = 100;
const POLL_LONG_MS = 2000;
const MANY = 50;

/** How the product is started: with people who need no mail, and without limits of requests. */
export const PRODUCT = {
  INTERNAL_EMAIL_DOMAIN: "tessera.example",
  IDENTITY_RATE_LIMIT_FACTOR: "0",
  RATE_LIMIT_FACTOR: "0",
};

/** The recordings of a person. */
export interface Recordings {
  /** Of the product. */
  url: string;
  authorization: string;
}

/** Adds a term to the vocabulary. */
export async function know({ url, authorization }: Recordings, term: string): Promise<void> {
  const answer = await fetch(`${url}/api/transcribe/vocabulary/${crypto.randomUUID()}`, {
    method: "PUT",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ term }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
}

/** Has the person's recordings recognised by this model of the machine. */
export async function useModel({ url, authorization }: Recordings, model: string): Promise<void> {
  const answer = await fetch(`${url}/api/transcribe/settings`, {
    method: "PUT",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ recogniser: { providerId: null, model, language: null }, keepSoundDays: null }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
}

/**
 * Uploads it, and deletes it once it is done.
 * @param look is called while it is transcribed, with the seconds that are done
 * @returns its text, the seconds from the upload to its end, and the model that recognised it
 */
export async function transcribed(
  { url, authorization }: Recordings,
  wav: Buffer,
  look: (doneSeconds: number) => void = () => undefined,
): Promise<{ text: string; seconds: number; model: string }> {
  const ask = async <T>(address: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(`${url}/api/transcribe/recordings${address}`, {
      ...init,
      headers: { authorization, ...init.headers },
    });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  };
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(wav)], { type: "audio/wav" }), "bench.wav");
  const began = performance.now();
  const headers = { "idempotency-key": crypto.randomUUID() };
  const { id } = await ask<{ id: string }>("", { method: "POST", body, headers });
  type Answer = { state: string; doneSeconds: number; providerName: string | null; segments: { text: string }[] };
  for (;;) {
    const { state, doneSeconds, providerName, segments } = await ask<Answer>(`/${id}`);
    const seconds = (performance.now() - began) / 1000;
    if (state === "done") {
      // A person keeps as many recordings as the plan has.
      await ask(`/${id}`, { method: "DELETE" });
      const model = (providerName ?? "").toLowerCase().replace(" ", "-");
      return { text: segments.map(({ text }) => text).join(" "), seconds, model };
    }
    if (state === "failed" || state === "cancelled") throw new Error(`The transcription ended as ${state}`);
    look(doneSeconds);
    await new Promise((again) => setTimeout(again, segments.length > MANY ? POLL_LONG_MS : POLL_MS));
  }
}
