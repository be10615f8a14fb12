import { matchRoute } from "@tessera/federation/route-rules.ts";
import type { Services } from "../services.ts";
import { pollBuilds } from "./build-poll.ts";
import { followRecalls } from "./recalls.ts";
import { ownContainer, registerServiceWorker } from "./service-worker.ts";

type Needs = Pick<Services, "composition" | "config" | "shared" | "drafts" | "notices" | "update" | "leave">;

export interface Updates {
  /** Loads the next page in full when a new version waits; never over unsaved text. */
  beforeNavigation(to: URL, from: { pathname: string }): void;
}

/** Notices new builds, offers them, and takes them at the next navigation to another page. */
export function startUpdates({ composition, config, shared, drafts, notices, update, leave }: Needs): Updates {
  const worker = registerServiceWorker({ shared, dirty: drafts.dirty, container: ownContainer() });
  const take = () => {
    if (shared.sw_need_refresh.get()) worker.take();
    else leave(location.href);
  };
  let withdrawn: string | null = null;
  const offer = (parts: string[]) => {
    if (withdrawn !== null) {
      notices.show({
        message: `This version of ${withdrawn} was withdrawn. Reload to get the one that replaces it.`,
        intent: "warning",
        action: { label: "Reload", run: take },
      });
      withdrawn = null;
    } else if (update.get() === null) {
      const what = parts.length === 1 ? `A new version of ${parts[0]} is ready.` : "A new version is ready.";
      notices.show({ message: what, action: { label: "Reload", run: take } });
    }
    update.set({ parts });
  };
  shared.sw_need_refresh.subscribe(() => offer([]));
  const builds = pollBuilds({ composition, seconds: config.buildPollSeconds, found: (build) => offer(build.parts) });
  followRecalls({
    composition,
    look: (title) => {
      withdrawn = title;
      builds.look();
    },
  });
  return {
    beforeNavigation(to, from) {
      const rule = matchRoute(composition, to.pathname)?.rule;
      if (rule?.id === matchRoute(composition, from.pathname)?.rule.id) return;
      if (update.get() !== null && !drafts.dirty()) {
        if (shared.sw_need_refresh.get()) worker.take(true);
        leave(to.href);
      } else if (rule?.prerendered) void builds.readPayload(to.pathname);
    },
  };
}
