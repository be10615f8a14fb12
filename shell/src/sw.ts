import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";

/** The part of a service worker's global scope that is used here; the build puts in the list of the shell's files. */
declare const self: {
  __WB_MANIFEST: PrecacheEntry[];
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: string, listener: (event: { data?: { type?: string }; waitUntil(work: Promise<unknown>): void }) => void): void;
};

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Files of releases never change: what was once fetched, remotes included, opens offline.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
  new CacheFirst({
    cacheName: "assets",
    plugins: [new ExpirationPlugin({ maxEntries: 300, maxAgeSeconds: 60 * 24 * 60 * 60, purgeOnQuotaError: true })],
  }),
);

// One page serves every address: the last one that came is shown when the server cannot be reached.
registerRoute(
  new NavigationRoute(
    new NetworkFirst({
      cacheName: "page",
      networkTimeoutSeconds: 5,
      plugins: [{ cacheKeyWillBeUsed: async () => "/" }],
    }),
    { denylist: [/^\/(api|auth|realtime|sandbox|dev|rest|storage|functions|assets|builds)(\/|$)/, /\.[a-z0-9]+$/] },
  ),
);

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") void self.skipWaiting();
});
