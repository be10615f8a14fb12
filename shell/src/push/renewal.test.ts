import { PushRenewal } from "@tessera/contracts-settings/push.ts";
import { type Loopback, startLoopback } from "@tessera/testing/loopback.ts";
import { PUSH_RENEWED } from "./names.ts";
import { keepRenewal, type RenewalScope, subscribeAgain } from "./renewal.ts";

let server: Loopback;
let status: number;
let sent: { renewal: PushRenewal; headers: Headers }[];
beforeEach(async () => {
  status = 204;
  sent = [];
  server = await startLoopback(
    ({ json }) => {
      sent.push(json as never);
      if (status === 204) return { status };
      return {
        status,
        json: { type: "about:blank", title: "No", status, code: "push_device_not_found", detail: "No." },
      };
    },
    { "POST /api/settings/push/renewals": { body: PushRenewal, answer: null } },
  );
});
afterEach(() => server.stop());

const KEY = Buffer.alloc(65, 1).toString("base64url");
const renewal = "s".repeat(43);

/** A worker whose browser makes subscriptions, with windows that hear what they are told. */
function worker({ isRefused = false } = {}) {
  const kept = new Map<string, Response>();
  const told: unknown[] = [];
  let made = 0;
  const subscription = () => ({
    endpoint: `https://push.example/${made}`,
    options: { applicationServerKey: Uint8Array.from(Buffer.from(KEY, "base64url")).buffer },
    getKey: (name: string) => new Uint8Array(name === "auth" ? 16 : 65).fill(4).buffer,
  });
  const requests: RequestInit[] = [];
  const scope = {
    caches: {
      open: async () => ({
        put: async (name: string, answer: Response) => void kept.set(name, answer),
        match: async (name: string) => kept.get(name)?.clone(),
        delete: async (name: string) => kept.delete(name),
      }),
    },
    fetch: (path: string, init: RequestInit) => {
      requests.push(init);
      return server.http(path, init);
    },
    registration: {
      pushManager: {
        getSubscription: async () => subscription(),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          if (isRefused) throw new DOMException("No", "NotAllowedError");
          expect(applicationServerKey).toBe(KEY);
          made += 1;
          return subscription();
        },
      },
    },
    clients: { matchAll: async () => [{ postMessage: (message: unknown) => void told.push(message) }] },
  };
  return { scope: scope as unknown as RenewalScope, kept, told, requests };
}

it("subscribes again with the same key and says so by the device's secret alone", async () => {
  const { scope, told, requests } = worker();
  await keepRenewal(scope, renewal);
  await subscribeAgain(scope);
  expect(sent).toMatchObject([{ renewal, subscription: { endpoint: "https://push.example/1" } }]);
  expect([requests[0]?.credentials, told]).toEqual(["omit", []]);
});

it.each(["nothing kept", "refused by the server", "refused by the browser", "ended by a page"])(
  "leaves it to a page: %s",
  async (why) => {
    const { scope, told, kept } = worker({ isRefused: why === "refused by the browser" });
    if (why !== "nothing kept") await keepRenewal(scope, renewal);
    if (why === "ended by a page") await keepRenewal(scope, null);
    if (why === "refused by the server") status = 404;
    await subscribeAgain(scope);
    expect(told).toEqual([{ type: PUSH_RENEWED }]);
    expect(kept.size).toBe(why.startsWith("refused") ? 1 : 0);
  },
);
