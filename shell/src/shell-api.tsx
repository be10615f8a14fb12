import { counted } from "@tessera/contracts-core/counted.ts";
import { type DialogOptions, mapOf, SHELL_API_VERSION, type ShellApi } from "@tessera/shell-api";
import { holdKeysUntilDialog } from "./commands/hold-keys.ts";
import { PUSH_DEVICE } from "./push/names.ts";
import { type Services, whoIsIn } from "./services.ts";

const LOSS: DialogOptions = {
  title: "Sign out?",
  buttons: [
    { text: "Stay signed in", variant: "outline" },
    { text: "Sign out", color: "danger", value: true },
  ],
};
const lossOf = (count: number) =>
  `${counted(count, "change")} ${count === 1 ? "has" : "have"} not been sent. Signing out removes ${count === 1 ? "it" : "them"} from this device.`;

/** Longest wait of a sign-out for the end of this browser's notifications, ms. */
const PUSH_WAIT_MS = 3_000;

/** Waits for work, but no longer; whether it succeeds is its own business. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), limit]);
  clearTimeout(timer);
}

/** The shell's services as remotes get them. `signedOut` is called before a person ends their own session. */
export function shellApiOf(services: Services, leaving: () => void): ShellApi {
  const { session, dialogs, commands, billing, preferences, badges, place, composition } = services;
  return {
    version: SHELL_API_VERSION,
    build: {
      id: composition.buildId,
      apps: [composition.shell, ...composition.remotes].map(({ name, title, release: { id, version } }) => ({
        name,
        title,
        version,
        release: id,
      })),
    },
    auth: {
      getSession: session.getSession,
      subscribe: session.subscribe,
      updateUser: session.updateUser,
      account: session.account,
      signOut: async (scope) => {
        if (scope === "others") return session.signOut(scope);
        const waiting = services.offline.state().acts.length;
        if (waiting && !(await dialogs.open(() => <div>{lossOf(waiting)}</div>, {}, LOSS))) return;
        const who = whoIsIn(session);
        // While the session still counts. A server that is not reached keeps nobody signed in: what is left of it there
        // gets nothing any more.
        if (services.personal.get(PUSH_DEVICE) !== null) await within(PUSH_WAIT_MS, services.push.turnOff());
        leaving();
        // With the event: whatever comes next, the sign-in page included, finds no personal data.
        const stop = session.onEvent((event) => {
          if (event === "SIGNED_OUT") services.personal.forget();
        });
        await session.signOut(scope).finally(stop);
        if (who !== null) await services.offline.forget(who);
      },
    },
    http: services.http,
    dialogs: {
      open: (component, props, options) => dialogs.open(component as never, props, options),
      confirm: (message, options) => dialogs.open<true>(() => <div>{message}</div>, {}, options),
      loading: holdKeysUntilDialog,
      closeAll: dialogs.closeAll,
      closeLast: dialogs.closeLast,
    },
    notifications: { show: services.notices.show },
    commands: {
      register: commands.register,
      registerSource: commands.registerSource,
      openPalette: () => services.overlay.set("palette"),
      openShortcuts: () => services.overlay.set("shortcuts"),
      keyMap: () =>
        mapOf(
          [composition.shell, ...composition.remotes].flatMap((app) => app.commands),
          preferences.get().keys,
        ),
    },
    billing: { get: billing.get, refresh: billing.refresh, subscribe: billing.subscribe },
    preferences: { get: preferences.get, subscribe: preferences.subscribe, update: preferences.update },
    drafts: services.drafts,
    badges: { set: badges.set },
    place: { set: place.set },
    savedPath: { peek: services.savedPath.peek, take: services.savedPath.take },
    identity: services.identity,
    realtime: services.realtime,
    live: services.live,
    contributions: services.contributions,
    leave: services.leave,
    preloaded: services.preloaded,
    offline: services.offline,
    push: services.push,
    flags: (app) => [composition.shell, ...composition.remotes].find(({ name }) => name === app)?.flagValues ?? {},
  };
}
