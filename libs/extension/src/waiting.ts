import { type Connection, readConnection } from "./connection.ts";
import type { Save } from "./save.ts";
import { type Sent, send } from "./send.ts";

/** What is kept until Tessera has it. */
export interface Waiting {
  saves: Save[];
  /** Why sending stopped until the person acts, if it did. */
  stopped: string | null;
  /** The page that Tessera did not take last, and why. */
  refused: { title: string; reason: string } | null;
}

const ALARM = "send";
/** Minutes between two tries while something waits: the least that browsers allow an alarm. */
const RETRY_MINUTES = 1;

export async function readWaiting(): Promise<Waiting> {
  const { waiting } = await chrome.storage.local.get("waiting");
  return (waiting as Waiting | undefined) ?? { saves: [], stopped: null, refused: null };
}

/** One change after the other: the popup, menus and alarms may all ask in one moment. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => navigator.locks.request("waiting", work) as Promise<T>;

async function change(how: (waiting: Waiting) => void): Promise<Waiting> {
  const waiting = await readWaiting();
  how(waiting);
  await chrome.storage.local.set({ waiting });
  await showCount(waiting);
  return waiting;
}

async function showCount({ saves, stopped, refused }: Waiting): Promise<void> {
  await chrome.action.setBadgeBackgroundColor({ color: stopped || refused ? "#a4262c" : "#066a66" });
  await chrome.action.setBadgeText({ text: saves.length ? String(saves.length) : refused ? "!" : "" });
}

/** Keeps a page before anything is sent, so that no closed lid and no lost connection takes it. */
export const keep = (save: Save): Promise<Waiting> => inTurn(() => change(({ saves }) => void saves.push(save)));

/** Sends what waits, the oldest first. @returns how the last one ended; null when nothing waited */
export function sendWaiting(): Promise<Sent | null> {
  return inTurn(async () => {
    let last: Sent | null = null;
    const connection = await readConnection();
    for (let { saves } = await readWaiting(); connection && saves[0]; { saves } = await readWaiting()) {
      last = await sendOne(connection, saves[0]);
      if (last.is === "unreachable" || last.is === "stopped") break;
    }
    const { saves } = await readWaiting();
    const minutes = last?.is === "unreachable" && last.seconds ? last.seconds / 60 : RETRY_MINUTES;
    if (saves.length && last?.is === "unreachable")
      await chrome.alarms.create(ALARM, { delayInMinutes: Math.max(minutes, RETRY_MINUTES) });
    else await chrome.alarms.clear(ALARM);
    return last;
  });
}

async function sendOne(connection: Connection, save: Save): Promise<Sent> {
  const sent = await send(connection, save);
  await change((waiting) => {
    waiting.stopped = sent.is === "stopped" ? sent.reason : null;
    if (sent.is === "refused") waiting.refused = { title: save.title || save.url, reason: sent.reason };
    if (sent.is === "saved" || sent.is === "refused") waiting.saves = waiting.saves.filter(({ id }) => id !== save.id);
  });
  return sent;
}

/** Forgets what was refused, once the person has read it. */
export const forgetRefused = () =>
  inTurn(() =>
    change((waiting) => {
      waiting.refused = null;
    }),
  );

/** Has what waits sent when the browser starts, and when its time has come. */
export function sendWhenPossible(): void {
  const start = () => void sendWaiting();
  chrome.alarms.onAlarm.addListener(({ name }) => {
    if (name === ALARM) start();
  });
  chrome.runtime.onStartup.addListener(start);
  addEventListener("online", start);
}
