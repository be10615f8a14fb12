import type { Transport } from "@tessera/contracts-core/client.ts";
import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { pushClient } from "@tessera/contracts-settings/push-client.ts";
import type { Push, PushState } from "@tessera/shell-api";
import type { PersonalStorage } from "../stores/personal-storage.ts";
import { PUSH_DEVICE, PUSH_KEPT } from "./names.ts";
import { base64url, bodyOf } from "./subscription.ts";

export interface OwnBrowser extends Push {
  /**
   * Lets the server know the browser's subscription of now; ends it where it is the person's no more. `state` does so
   * once.
   */
  keep(): Promise<void>;
  /** Ends the browser's subscription: who signs in next gets nothing that was meant for the person before. */
  forget(): Promise<void>;
}

interface Needs {
  http: Transport;
  personal: Pick<PersonalStorage, "get" | "set" | "remove">;
  container: ServiceWorkerContainer | undefined;
}

export function createOwnBrowser({ http, personal, container }: Needs): OwnBrowser {
  const client = pushClient(http);
  /** One after the other: a browser has one subscription. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  };
  /** Null where the browser has no notifications, or no worker that could show them. */
  const managerOf = async (): Promise<PushManager | null> => {
    if (!container || typeof Notification === "undefined") return null;
    const registration = await container.getRegistration();
    return registration && "pushManager" in registration ? (await container.ready).pushManager : null;
  };
  /** The worker subscribes again while no page is open. */
  const tellWorker = async (renewal: string | null) =>
    (await container?.getRegistration())?.active?.postMessage({ type: PUSH_KEPT, renewal });
  const unsubscribe = async () => {
    const subscription = await (await managerOf())?.getSubscription();
    await subscription?.unsubscribe();
    await tellWorker(null);
  };
  const forgetDevice = async (deviceId: string | null) => {
    await unsubscribe();
    personal.remove(PUSH_DEVICE);
    // Where the server is not reached, its next message finds that the subscription has ended.
    if (deviceId !== null) await client.remove(deviceId).catch(() => undefined);
  };

  const stateNow = async (): Promise<PushState> => {
    const manager = await managerOf();
    if (!manager) return { kind: "unsupported" };
    if (Notification.permission === "denied") return { kind: "denied" };
    const deviceId = personal.get(PUSH_DEVICE);
    const isOn = deviceId !== null && Notification.permission === "granted" && (await manager.getSubscription());
    return isOn ? { kind: "on", deviceId } : { kind: "off" };
  };
  /** Device whose subscription the server knows to be that of now. */
  let kept: string | null = null;
  const keepNow = async () => {
    const [deviceId, manager] = [personal.get(PUSH_DEVICE), await managerOf()];
    if (deviceId === null || !manager) return unsubscribe();
    if (Notification.permission !== "granted") return forgetDevice(deviceId);
    try {
      await tellWorker((await client.renew(deviceId, bodyOf(await subscribed(manager, await client.key())))).renewal);
      kept = deviceId;
    } catch (error) {
      if (!(error instanceof ProblemError && error.status === 404)) throw error;
      // Removed on another device.
      await forgetDevice(null);
    }
  };

  return {
    state: () =>
      inTurn(async () => {
        const deviceId = personal.get(PUSH_DEVICE);
        // What cannot be kept now is by the next page.
        if (deviceId !== null && deviceId !== kept) await keepNow().catch(() => undefined);
        return stateNow();
      }),
    turnOn: () => {
      // Before anything is waited for: a click counts for a moment alone.
      const asked = typeof Notification === "undefined" ? null : Notification.requestPermission();
      return inTurn(async () => {
        const manager = await managerOf();
        if (!manager || (await asked) !== "granted") return stateNow();
        const subscription = await subscribed(manager, await client.key());
        try {
          const { id, renewal } = await client.add(bodyOf(subscription));
          await tellWorker(renewal);
          kept = id;
          personal.set(PUSH_DEVICE, id);
        } catch (error) {
          await subscription.unsubscribe();
          throw error;
        }
        return stateNow();
      });
    },
    turnOff: () =>
      inTurn(async () => {
        await forgetDevice(personal.get(PUSH_DEVICE));
        return stateNow();
      }),
    keep: () => inTurn(keepNow),
    forget: () =>
      inTurn(async () => {
        kept = null;
        await unsubscribe();
      }),
  };
}

/** The subscription that is tied to the server's key of now. */
async function subscribed(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  if (known && base64url(known.options.applicationServerKey) === publicKey) return known;
  await known?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}
