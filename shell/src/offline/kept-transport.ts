import type { Transport } from "@tessera/contracts-core/client.ts";
import { LateError } from "@tessera/federation/runtime/in-time.ts";
import type { AnswerStore, Kept } from "./answer-store.ts";
import type { Connection } from "./connection.ts";
import type { KeptPath } from "./declared.ts";
import { asOffline, isNetworkFailure, notKept, notSent } from "./offline-error.ts";

interface Options {
  connection: Connection;
  person(): string | null;
  store(): Promise<AnswerStore>;
  keptPath(path: string): KeptPath | null;
  /** Resolves once the acts are known that are to be laid over kept answers. */
  actsAreRead(): Promise<void>;
  /** A kept answer is shown: it was given at this moment. */
  shown(kept: KeptPath, at: number): void;
  now?: () => number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Answers that say that nothing is there any more. */
const GONE = new Set([404, 410]);

/**
 * The product's transport without a connection: answers that an area keeps come from the device, every other request
 * fails with words. What the services answer is kept on the way. @throws OfflineError
 */
export function keepAnswers(net: Transport, options: Options): Transport {
  const { connection, person, store, keptPath, actsAreRead, shown, now = Date.now } = options;

  const find = async (who: string | null, path: string, kept: KeptPath): Promise<Response | null> => {
    const read = async () => (who === null ? null : (await store()).get(who, path));
    const answer: Kept | null = await read().catch(() => null);
    await actsAreRead();
    if (!answer || person() !== who || now() - answer.at > kept.days * DAY_MS) return null;
    shown(kept, answer.at);
    return jsonOf(kept.overlay(answer.text, path));
  };
  const keep = async (who: string, path: string, response: Response): Promise<void> => {
    const answers = await store();
    if (GONE.has(response.status)) return answers.remove(who, path);
    const text = response.ok ? await response.text() : null;
    if (text !== null && person() === who) await answers.put(who, path, text);
  };

  return async (path, init = {}) => {
    const isGet = (init.method ?? "GET") === "GET";
    const kept = isGet ? keptPath(path) : null;
    const who = person();
    await connection.settled();
    if (connection.lost.get()) {
      const known = kept && (await find(who, path, kept));
      if (known) return known;
      if (!(await connection.check())) throw isGet ? notKept() : notSent();
    }
    try {
      const response = await net(path, init);
      if (!kept || who === null) return response;
      // Without storage the page works as before: it is only not there offline.
      void keep(who, path, response.clone()).catch(() => undefined);
      return kept.hasActs() && response.ok ? jsonOf(kept.overlay(await response.text(), path)) : response;
    } catch (error) {
      if (!isNetworkFailure(error) || init.signal?.aborted) throw error;
      const reached = connection.check();
      const known = kept && (await find(who, path, kept));
      if (known) return known;
      if (isGet && kept && !(await reached)) throw notKept();
      throw error instanceof LateError ? asOffline(error) : notSent();
    }
  };
}

const jsonOf = (text: string) => new Response(text, { headers: { "content-type": "application/json" } });
