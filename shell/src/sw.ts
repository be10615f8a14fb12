import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";
import { PUSH_KEPT } from "./push/names.ts";
import { keepRenewal, type RenewalScope, subscribeAgain } from "./push/renewal.ts";
import { openMessage, type PushScope, showMessage } from "./push/show-message.ts";

/** The part of a service worker's global scope that is used here; the build puts in the list of the shell's files. */
declare const self: PushScope &
  RenewalScope & {
    __WB_MANIFEST: PrecacheEntry[];
    skipWaiting(): Promise<void>;
    clients: { claim(): Promise<void> };
    addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
    addEventListener(type: "push", listener: (event: WorkerEvent & { data: { text(): string } | null }) => void): void;
    addEventListener(type: "notificationclick", listener: (event: WorkerEvent & ClickedNotification) => void): void;
  };

interface ClickedNotification {
  notification: Pick<Notification, "close" | "data">;
}

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
  data?: { type?: string; urls?: readonly string[]; renewal?: string | null };
  /** Static routing; Chromium 123 has it. */
  addRoutes?(rule: { condition: { urlPattern: URLPattern }; source: "network" }): Promise<void>;
}

/** The page that takes what was shared, from the cache "shares" under `/share/<id>`. */
const SHARE = "/share";
/** Ms after which a share that nobody took is forgotten. */
const SHARE_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const SHARED_AT = "shared-at";

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Files of releases and their hashes never change: once fetched, they open offline, remotes included.
const assets = new CacheFirst({
  cacheName: "assets",
  plugins: [new ExpirationPlugin({ maxEntries: 300, maxAgeSeconds: 60 * 24 * 60 * 60, purgeOnQuotaError: true })],
});
const neverChanges = ({ origin, pathname }: URL) =>
  origin === location.origin && /^\/(assets|builds\/integrity)\//.test(pathname);
registerRoute(({ url }) => neverChanges(url), assets);

/** One after the other: what the page asks for meanwhile goes first. A file that fails is fetched when it is needed. */
async function keep(urls: readonly string[], event: WorkerEvent): Promise<void> {
  for (const url of urls) {
    if (!neverChanges(new URL(url)) || (await caches.match(url))) continue;
    const request = new Request(url, { priority: "low" });
    await Promise.all(assets.handleAll({ request, event: event as never })).catch(() => undefined);
  }
}

async function keepShare(request: Request, event: WorkerEvent): Promise<Response> {
  const id = crypto.randomUUID();
  const cache = await caches.open("shares");
  const headers = { "content-type": request.headers.get("content-type") ?? "", [SHARED_AT]: `${Date.now()}` };
  await cache.put(`${SHARE}/${id}`, new Response(await request.blob(), { headers }));
  event.waitUntil(forgetOldShares(cache));
  return Response.redirect(`${SHARE}?id=${id}`, 303);
}

async function forgetOldShares(cache: Cache): Promise<void> {
  for (const request of await cache.keys()) {
    const at = Number((await cache.match(request))?.headers.get(SHARED_AT));
    if (Date.now() - at > SHARE_KEPT_MS) await cache.delete(request);
  }
}

// Pages of the handbook that were read are read offline, too.
registerRoute(
  ({ url }) => url.origin === location.origin && /^\/handbook(\/.*)?\/_payload\.json$/.test(url.pathname),
  new NetworkFirst({
    cacheName: "handbook",
    plugins: [new ExpirationPlugin({ maxEntries: 50, purgeOnQuotaError: true })],
  }),
);

/** Of a page that is kept: not an error, nor one with an app from a developer's own machine. */
const isKept = ({ status, headers }: Response) => status === 200 && !headers.get("cache-control")?.includes("no-store");

// One page serves every address: the last one fetched is shown when the server cannot be reached.
registerRoute(
  new NavigationRoute(
    new NetworkFirst({
      cacheName: "page",
      networkTimeoutSeconds: 5,
      plugins: [
        {
          cacheKeyWillBeUsed: async () => "/",
          cacheWillUpdate: async ({ response }) => (isKept(response) ? response : null),
        },
      ],
    }),
    { denylist: [/^\/(api|auth|realtime|sandbox|dev|rest|storage|functions|assets|builds)(\/|$)/, /\.[a-z0-9]+$/] },
  ),
);

// What other apps share (the manifest's share_target) waits on the device, over a sign-in and a lost connection, until
// the page takes it.
registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname === SHARE,
  ({ request, event }) => keepShare(request, event as WorkerEvent),
  "POST",
);

// Answers of services are never cached here. Chromium drops a report sent while a page is left if it passes through a
// worker; where the browser can be told so, it goes past.
self.addEventListener("install", (event) => {
  const routed = event.addRoutes?.({
    condition: { urlPattern: new URLPattern({ pathname: "/api/*" }) },
    source: "network",
  });
  event.waitUntil(routed?.catch(() => undefined) ?? Promise.resolve());
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") void self.skipWaiting();
  if (event.data?.type === PUSH_KEPT) event.waitUntil(keepRenewal(self, event.data.renewal ?? null));
  if (event.data?.type === "KEEP") event.waitUntil(keep(event.data.urls ?? [], event));
});

self.addEventListener("push", (event) => event.waitUntil(showMessage(self, event.data?.text())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openMessage(self, event.notification.data));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(self)));
