import { matchRoute } from "@tessera/federation/route-rules.ts";
import type { Services } from "../services.ts";
import { pollBuilds } from "./build-poll.ts";
import { registerServiceWorker } from "./service-worker.ts";

type Needs = Pick<Services, "composition" | "config" | "shared" | "drafts" | "notices" | "update" | "leave">;

export interface Updates {
  /** Takes a version that waits by loading the next page anew; never over text that is not saved. */
  beforeNavigation(to: URL, from: { pathname: string }): void;
}

/** Notices new builds, offers them, and takes them at the next navigation to another page. */
export function startUpdates({ composition, config, shared, drafts, notices, update, leave }: Needs): Updates {
  const offer = (parts: string[]) => {
    if (update.get() === null) {
      const what = parts.length === 1 ? `A new version of ${parts[0]} is ready.` : "A new version is ready.";
      notices.show({ message: what, action: { label: "Reload", run: take } });
    }
    update.set({ parts });
  };
  const worker =
    config.buildPollSeconds > 0 && "serviceWorker" in navigator ? registerServiceWorker({ shared, dirty: drafts.dirty }) : null;
  const take = () => {
    if (shared.sw_need_refresh.get()) worker?.take();
    else leave(location.href);
  };
  shared.sw_need_refresh.subscribe(() => offer([]));
  if (config.buildPollSeconds > 0) pollBuilds({ composition, seconds: config.buildPollSeconds, found: (build) => offer(build.parts) });
  return {
    beforeNavigation(to, from) {
      if (update.get() === null || drafts.dirty()) return;
      const page = (path: string) => matchRoute(composition, path)?.rule.id;
      if (page(to.pathname) === page(from.pathname)) return;
      if (shared.sw_need_refresh.get()) worker?.take();
      leave(to.href);
    },
  };
}
