// What pages of remotes and the default layout need of the shell. Other pages, the login page among them, do without.

import { QueryClient } from "@tessera/query";

export { OfflineBanner } from "../offline/offline-banner.tsx";
export { DefaultLayout } from "./default-layout.tsx";

/** The one cache of what pages read. */
export const queries = new QueryClient({
  defaultOptions: {
    // Asked also while the browser believes to be offline: the transport has answers of this device, or words.
    queries: { staleTime: 10_000, retry: false, refetchOnWindowFocus: true, networkMode: "always" },
    mutations: { networkMode: "always" },
  },
});
