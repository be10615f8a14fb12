import { Agent, request } from "node:http";

/** Requests answered in a second over kept connections. */
export async function requestsPerSecond(
  url: string,
  {
    headers,
    milliseconds,
    connections = 16,
  }: { headers: Record<string, string>; milliseconds: number; connections?: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const began = performance.now();
  const end = began + milliseconds;
  let answered = 0;
  const ask = () =>
    new Promise<void>((done, failed) => {
      const sent = request(url, { agent, headers }, (response) => {
        if (response.statusCode !== 200) failed(new Error(`${url} answered ${response.statusCode}`));
        response.on("error", failed).on("end", done).resume();
      });
      sent.on("error", failed).end();
    });
  const connection = async () => {
    while (performance.now() < end) {
      await ask();
      answered += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, connection));
    return answered / ((performance.now() - began) / 1000);
  } finally {
    agent.destroy();
  }
}
