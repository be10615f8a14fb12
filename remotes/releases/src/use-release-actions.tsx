import type { Preview } from "@tessera/contracts-releases/preview.ts";
import type { AppOverview, Pin } from "@tessera/contracts-releases/releases.ts";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { ActDialog, type ActProps } from "./act-dialog.tsx";
import { OverrideDialog, type OverrideProps } from "./override-dialog.tsx";
import { PinDialog, type PinProps } from "./pin-dialog.tsx";
import { PreviewDialog, type PreviewProps } from "./preview-dialog.tsx";
import { openRollout, percentText, versionOf } from "./release-words.ts";
import { releasesApi, releasesKeys } from "./releases-api.ts";
import { useReleaseLabel } from "./use-release-label.ts";

/** What an administrator can do. What ends a rollout asks first; the rest acts at once and can be undone. */
export interface ReleaseActions {
  pause(app: AppOverview): Promise<void>;
  resume(app: AppOverview): Promise<void>;
  promote(app: AppOverview): void;
  abort(app: AppOverview): void;
  /** Although its schedule holds it. */
  proceed(app: AppOverview): void;
  rollBack(app: AppOverview): void;
  pin(app: AppOverview): void;
  unpin(pin: Pin): Promise<void>;
  /** Makes a link by which people see a release. */
  preview(app: AppOverview): void;
  revokePreview(preview: Preview): Promise<void>;
  /** For this browser alone. */
  override(app: AppOverview): void;
}

export function useReleaseActions(apps: readonly AppOverview[]): ReleaseActions {
  const queries = useQueryClient();
  const label = useReleaseLabel();
  const settled = () => queries.invalidateQueries({ queryKey: releasesKeys.overview });

  /** Acts at once, says what was done and offers the way back. */
  const now = async (work: () => Promise<unknown>, message: string, undo?: () => Promise<void>) => {
    try {
      await work();
      shell().notifications.show({ message, intent: "success", action: undo && { label: "Undo", run: undo } });
    } catch (error) {
      shell().notifications.show({ message: failureWords("Nothing was changed.", error), intent: "error" });
    }
    await settled();
  };
  const ask = (title: string, props: ActProps) =>
    void shell()
      .dialogs.open<true, ActProps>(ActDialog, props, { title, maxWidth: "480px", buttons: [] })
      .then(settled);

  const names = (app: AppOverview) => {
    const { stable, candidate } = app.rollout ?? { stable: app.stable, candidate: app.stable };
    return {
      stable: `${app.title} ${versionOf(stable, candidate)}`,
      candidate: `${app.title} ${versionOf(candidate, stable)}`,
    };
  };
  const setPin = (app: string, release: string, who: string) => releasesApi.pin(app, { release, who });

  const actions: ReleaseActions = {
    pause: (app) =>
      now(
        () => releasesApi.act(app.name, "pause"),
        `${names(app).candidate} stays at ${percentText(app.rollout?.percent ?? 0)}%.`,
        () => actions.resume(app),
      ),
    resume: (app) =>
      now(
        () => releasesApi.act(app.name, "resume"),
        `${names(app).candidate} continues; the hold time of its step starts again.`,
        () => actions.pause(app),
      ),
    promote: (app) =>
      ask(`Promote ${names(app).candidate}?`, {
        text: `Everybody gets ${names(app).candidate} from the next page they open, now at ${percentText(app.rollout?.percent ?? 0)}%. The rollout ends and no longer watches its health; you can still roll back.`,
        confirm: () => "Promote to everybody",
        ...(app.rollout?.waits
          ? { reasonNeeded: `${app.rollout.waits.reason} The log shows why you did not wait.` }
          : {}),
        cancel: "Keep the rollout",
        act: (reason) => releasesApi.act(app.name, "promote", reason),
      }),
    proceed: (app) =>
      ask(`Continue with ${names(app).candidate} now?`, {
        text: `${app.rollout?.waits?.reason ?? ""} The rollout continues nevertheless until its schedule opens. Its health still decides on each step.`,
        reasonNeeded: "The log shows it.",
        confirm: () => "Continue now",
        cancel: "Wait",
        act: (reason) => releasesApi.proceed(app.name, reason ?? ""),
      }),
    abort: (app) =>
      ask(`Abort the rollout of ${names(app).candidate}?`, {
        text: `Everybody is back on ${names(app).stable} from the next page they open; drafts are kept. The rollout ends and cannot be resumed.`,
        confirm: () => "Abort rollout",
        cancel: "Keep the rollout",
        act: (reason) => releasesApi.act(app.name, "abort", reason),
      }),
    rollBack: (app) =>
      ask(`Roll back ${app.title}?`, {
        text: `Everybody gets the release you choose from the next page they open; drafts are kept.${openRollout(app) ? ` The rollout of ${names(app).candidate} ends and cannot be resumed.` : ""}`,
        releases: rollbackChoices(app).map((release) => ({
          id: release.id,
          version: release.version,
          label: label(release, app.releases),
        })),
        confirm: (version) => `Roll back to ${version}`,
        cancel: "Cancel",
        // A release that says beside its name that it was withdrawn is meant to come back.
        act: (reason, to) => {
          const withdrawn = app.releases.some((release) => release.id === to && release.withdrawn);
          return releasesApi.rollback(app.name, { to, reason, ...(withdrawn ? { again: true } : {}) });
        },
      }),
    pin: (app) =>
      void shell()
        .dialogs.open<true, PinProps>(
          PinDialog,
          { apps, app: app.name, pin: setPin },
          { title: "Pin a person or a group", maxWidth: "480px", buttons: [] },
        )
        .then(settled),
    preview: (app) =>
      void shell()
        .dialogs.open<true, PreviewProps>(
          PreviewDialog,
          { releases: app.releases, create: (wanted) => releasesApi.createPreview(app.name, wanted) },
          { title: `Preview link of ${app.title}`, maxWidth: "480px", buttons: [] },
        )
        .then(settled),
    revokePreview: ({ app, id }) =>
      now(() => releasesApi.revokePreview(app, id), "The preview link is revoked, also where it was opened."),
    override: (app) =>
      void shell().dialogs.open<true, OverrideProps>(
        OverrideDialog,
        {
          open: async (address) => {
            const { link } = await releasesApi.override(app.name, address);
            // At the origin that this page has: what the link names may be another name of the same product.
            const { pathname, search } = new URL(link);
            shell().leave(`${pathname}${search}&to=${encodeURIComponent(location.pathname)}`);
          },
        },
        { title: `Use a local build of ${app.title}`, maxWidth: "480px", buttons: [] },
      ),
    unpin: (pin) =>
      now(
        () => releasesApi.unpin(pin.app, pin.id),
        `${pin.who} follows the rollouts again.`,
        () => now(() => setPin(pin.app, pin.release.id, pin.who), `${pin.who} is pinned again.`),
      ),
  };
  return actions;
}

/**
 * Releases that can be made stable, the likeliest first: with a rollout open where it came from, else what stood
 * before.
 */
export function rollbackChoices(app: AppOverview) {
  const { rollout, stable } = app;
  const open = openRollout(app);
  const gone = open ? open.candidate.id : stable.id;
  const others = app.releases.filter(({ id }) => id !== gone);
  const promoted = rollout?.state === "promoted" && rollout.candidate.id === stable.id ? rollout.stable.id : null;
  const earlier = others.find((release) => release.number < stable.number && !release.withdrawn)?.id;
  const likeliest = open ? stable.id : (promoted ?? earlier);
  const rank = ({ id, withdrawn }: (typeof others)[number]) => (id === likeliest ? 0 : withdrawn ? 2 : 1);
  return others.toSorted((a, b) => rank(a) - rank(b));
}
