import { KeptPushDevice, NewPushSubscription, PushKey } from "@tessera/contracts-settings/push.ts";
import { type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { PUSH_DEVICE, PUSH_KEPT } from "./names.ts";
import { createOwnBrowser } from "./own-browser.ts";

/** The browser's part: its worker's subscription, and what the person answers when they are asked. */
class Browser {
  subscription: { endpoint: string; key: string } | null = null;
  permission: NotificationPermission = "default";
  answer: NotificationPermission = "granted";
  asked = 0;
  private made = 0;
  readonly manager = {
    getSubscription: async () => this.subscription && this.shown(this.subscription),
    subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
      this.made += 1;
      this.subscription = { endpoint: `https://push.example/${this.made}`, key };
      return this.shown(this.subscription);
    },
  };
  /** The secrets that the worker was told. */
  readonly told: unknown[] = [];
  readonly container = {
    getRegistration: async () => ({
      pushManager: this.manager,
      active: { postMessage: (message: unknown) => void this.told.push(message) },
    }),
    ready: Promise.resolve({ pushManager: this.manager }),
  } as unknown as ServiceWorkerContainer;

  private shown({ endpoint, key }: { endpoint: string; key: string }) {
    return {
      endpoint,
      options: { applicationServerKey: Uint8Array.from(Buffer.from(key, "base64url")).buffer },
      getKey: (name: string) => new Uint8Array(name === "auth" ? 16 : 65).fill(4).buffer,
      unsubscribe: async () => {
        this.subscription = null;
        return true;
      },
    };
  }
}

let server: Loopback;
let browser: Browser;
let sent: string[];
let serverKey: string;
/** What the service refuses. */
let refused: Record<string, number>;
const device = {
  ...{ id: "0f0e0d0c-0b0a-4908-8706-050403020100", device: "Firefox on Windows", signedOut: false },
  ...{ createdAt: "2026-11-01T08:00:00.000Z", lastUsedAt: null, renewal: "r".repeat(43) },
};
const BASE = "/api/settings/push";
const problem = (status: number) => ({ type: "about:blank", title: "No", status, code: "no", detail: "No." });

beforeEach(async () => {
  browser = new Browser();
  sent = [];
  serverKey = Buffer.alloc(65, 1).toString("base64url");
  refused = {};
  Object.defineProperty(globalThis, "Notification", {
    configurable: true,
    value: {
      get permission() {
        return browser.permission;
      },
      requestPermission: async () => {
        browser.asked += 1;
        browser.permission = browser.answer;
        return browser.permission;
      },
    },
  });
  server = await startLoopback(
    ({ method, url, json }) => {
      sent.push(
        `${method} ${url.pathname.slice(BASE.length)} ${(json as { endpoint?: string } | null)?.endpoint ?? ""}`,
      );
      const status = refused[method];
      if (status) return { status, json: problem(status) };
      if (method === "GET") return { json: { publicKey: serverKey } };
      return method === "DELETE" ? {} : { status: method === "POST" ? 201 : 200, json: device };
    },
    {
      [`GET ${BASE}/key`]: { answer: PushKey },
      [`POST ${BASE}/devices`]: { body: NewPushSubscription, answer: KeptPushDevice, status: 201 },
      [`PUT ${BASE}/devices/:id`]: { body: NewPushSubscription, answer: KeptPushDevice },
      [`DELETE ${BASE}/devices/:id`]: { answer: null },
    },
  );
});
afterEach(async () => {
  Reflect.deleteProperty(globalThis, "Notification");
  await server.stop();
});

function own(kept: string | null = null) {
  const store = new Map<string, string>(kept === null ? [] : [[PUSH_DEVICE, kept]]);
  const personal = {
    get: (name: string) => store.get(name) ?? null,
    set: (name: string, text: string) => void store.set(name, text),
    remove: (name: string) => void store.delete(name),
  };
  return { store, push: createOwnBrowser({ http: server.http, personal, container: browser.container }) };
}
const writes = () => sent.filter((line) => !line.startsWith("GET"));

describe("notifications of this browser", () => {
  it("are asked for once, switched on and off, and the server knows", async () => {
    const { push, store } = own();
    expect(await push.state()).toEqual({ kind: "off" });
    expect(browser.asked).toBe(0);
    expect(await push.turnOn()).toEqual({ kind: "on", deviceId: device.id });
    expect([browser.asked, writes()]).toEqual([1, ["POST /devices https://push.example/1"]]);
    expect(await push.turnOff()).toEqual({ kind: "off" });
    expect([browser.subscription, store.size, writes().at(-1)]).toEqual([null, 0, `DELETE /devices/${device.id} `]);
    const told = [device.renewal, null].map((renewal) => ({ type: PUSH_KEPT, renewal }));
    expect(browser.told).toEqual(told);
  });

  it.each(["denied", "default"] as const)("stay off when the answer is %s", async (answer) => {
    browser.answer = answer;
    const { push } = own();
    expect((await push.turnOn()).kind).toBe(answer === "denied" ? "denied" : "off");
    expect([browser.subscription, sent]).toEqual([null, []]);
  });

  it("stay off when the server refuses, and the browser keeps no subscription", async () => {
    refused.POST = 409;
    const { push, store } = own();
    await expect(push.turnOn()).rejects.toMatchObject({ status: 409 });
    expect([browser.subscription, store.size]).toEqual([null, 0]);
  });

  it("end here also where the server is not reached", async () => {
    const { push, store } = own();
    await push.turnOn();
    refused.DELETE = 503;
    expect(await push.turnOff()).toEqual({ kind: "off" });
    expect([browser.subscription, store.size]).toEqual([null, 0]);
  });

  it("are unsupported without a worker, or without the browser's part", async () => {
    const personal = { get: () => null, set: () => {}, remove: () => {} };
    const none = createOwnBrowser({ http: server.http, personal, container: undefined });
    expect(await none.state()).toEqual({ kind: "unsupported" });
    Reflect.deleteProperty(globalThis, "Notification");
    expect(await own().push.turnOn()).toEqual({ kind: "unsupported" });
  });
});

describe("a page that opens", () => {
  beforeEach(() => {
    browser.permission = "granted";
  });

  it("lets the server know the subscription of now", async () => {
    const { push } = own(device.id);
    await browser.manager.subscribe({ applicationServerKey: serverKey });
    await push.keep();
    expect(writes()).toEqual([`PUT /devices/${device.id} https://push.example/1`]);
  });

  it("says how they stand once the server knows, which it is told once", async () => {
    const { push } = own(device.id);
    expect(await push.state()).toEqual({ kind: "on", deviceId: device.id });
    expect(await push.state()).toEqual({ kind: "on", deviceId: device.id });
    expect(writes()).toHaveLength(1);
    refused.PUT = 404;
    const removed = own(device.id);
    expect(await removed.push.state()).toEqual({ kind: "off" });
  });

  it("subscribes again where the browser has lost it, or the server has another key", async () => {
    const { push } = own(device.id);
    await push.keep();
    serverKey = Buffer.alloc(65, 2).toString("base64url");
    await push.keep();
    expect(writes().map((line) => line.split(" ").at(-1))).toEqual([
      "https://push.example/1",
      "https://push.example/2",
    ]);
    expect(browser.subscription?.key).toBe(serverKey);
  });

  it("ends what was removed on another device, and does not bring it back", async () => {
    refused.PUT = 404;
    const { push, store } = own(device.id);
    await push.keep();
    expect([browser.subscription, store.size]).toEqual([null, 0]);
    expect(writes()).toHaveLength(1);
  });

  it("keeps what it has while the server fails", async () => {
    refused.PUT = 503;
    const { push, store } = own(device.id);
    await expect(push.keep()).rejects.toMatchObject({ status: 503 });
    expect([browser.subscription?.endpoint, store.size]).toEqual(["https://push.example/1", 1]);
  });

  it("ends what the person has forbidden since", async () => {
    browser.permission = "denied";
    const { push, store } = own(device.id);
    await push.keep();
    expect([writes(), store.size]).toEqual([[`DELETE /devices/${device.id} `], 0]);
  });

  it("ends what another person has left in the browser", async () => {
    await browser.manager.subscribe({ applicationServerKey: serverKey });
    await own().push.keep();
    expect([browser.subscription, sent]).toEqual([null, []]);
  });

  it("leaves nothing where the person signs out meanwhile", async () => {
    const { push } = own(device.id);
    await Promise.all([push.keep(), push.forget()]);
    expect(browser.subscription).toBeNull();
  });
});
