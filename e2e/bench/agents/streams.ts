import { type Person, post } from "./people.ts";

/** Ms from the provider to the reader, of each token. */
export type Latencies = number[];
/** Given when each token was sent, once. */
type Read = (sentAt: number) => void;

/** What the bench's provider answers somebody who asks it directly. */
export async function followDirectly(provider: string, read: Read): Promise<void> {
  const answer = await fetch(`${provider}/chat/completions`, { method: "POST", body: "{}" });
  for await (const { data } of eventsOf(answer)) {
    if (data === "[DONE]") return;
    tokensOf(JSON.parse(data).choices[0]?.delta.content ?? "").forEach(read);
  }
}

/** A test prompt, as its page reads it. */
export async function prompt(url: string, { token, modelId }: Person, read: Read): Promise<void> {
  const body = JSON.stringify({ id: crypto.randomUUID(), modelId, text: "Count.", maxOutputTokens: 10_000 });
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/agents/prompts`, { method: "POST", headers, body });
  for await (const { event, data } of eventsOf(answer)) {
    if (event === "failed") throw new Error(data);
    if (event === "text") tokensOf(JSON.parse(data).text).forEach(read);
  }
}

/** A run, as its page follows it. */
export async function follow(url: string, { token, agentId }: Person, read: Read): Promise<void> {
  const id = crypto.randomUUID();
  await post(url, `/api/agents/agents/${agentId}/runs`, { id, task: "Count." }, token);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/agents/runs/${id}/events?pieces=true`, { headers });
  let seen = 0;
  for await (const { event, data } of eventsOf(answer)) {
    const value = JSON.parse(data);
    if (event === "run" && value.failure) throw new Error(value.failure);
    if (event !== "step" && event !== "text") continue;
    // A step is whole; a piece continues from `at`.
    const at = event === "text" ? value.at : 0;
    if (at > seen) throw new Error(`A piece begins at ${at} where ${seen} are known`);
    const rest = value.text.slice(seen - at);
    seen += rest.length;
    tokensOf(rest).forEach(read);
  }
}

const tokensOf = (text: string): number[] => text.split(";").filter(Boolean).map(Number);

async function* eventsOf(answer: Response): AsyncGenerator<{ event: string; data: string }> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  let text = "";
  for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
    const whole = (text + piece).split("\n\n");
    text = whole.pop()!;
    for (const one of whole) {
      const fields = Object.fromEntries(one.split("\n").map((line) => line.split(/: ?(.*)/s, 2)));
      if (fields.data !== undefined) yield { event: fields.event ?? "message", data: fields.data };
    }
  }
}
