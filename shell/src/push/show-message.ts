import type { PushMessage } from "@tessera/contracts-settings/push.ts";

/** The part of a service worker's global scope that notifications need. */
export interface PushScope {
  location: { origin: string };
  navigator: Pick<Navigator, "setAppBadge">;
  registration: {
    showNotification(title: string, options: NotificationOptions & { badge?: string }): Promise<void>;
  };
  clients: {
    matchAll(query: { type: "window"; includeUncontrolled: true }): Promise<readonly PushWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
}

export interface PushWindow {
  url: string;
  focused: boolean;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

/** What is shown of a message that cannot be read: browsers take the right from who shows nothing. */
const UNREADABLE: PushMessage = {
  title: "Tessera",
  body: "There is something new.",
  path: "/queue",
  tag: "unreadable",
};

/**
 * Shows a message, and what waits on the app's icon; without a sound where its page is before the person's eyes.
 */
export async function showMessage(scope: PushScope, text: string | undefined): Promise<void> {
  const { title, body, path, tag, waiting } = read(text);
  const url = ownUrl(scope, path);
  const open = await windows(scope);
  const isSeen = open.some((window) => window.focused && samePage(window.url, url));
  // A page that is seen follows the number, and knows a newer one than a message that was long on its way.
  if (waiting !== undefined && !open.some(({ visibilityState }) => visibilityState === "visible"))
    await scope.navigator.setAppBadge?.(waiting).catch(() => undefined);
  await scope.registration.showNotification(title, {
    body,
    tag,
    silent: isSeen,
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    data: { path },
  });
}

/** Shows the page that a notification is about: in the window that has it, else in a new one. */
export async function openMessage(scope: PushScope, data: unknown): Promise<void> {
  const url = ownUrl(scope, (data as { path?: unknown } | null)?.path);
  const open = (await windows(scope)).find((window) => samePage(window.url, url));
  await (open ? open.focus() : scope.clients.openWindow(url));
}

export const windows = ({ clients }: Pick<PushScope, "clients">) =>
  clients.matchAll({ type: "window", includeUncontrolled: true });

function read(text: string | undefined): PushMessage {
  try {
    const message = JSON.parse(text ?? "") as Partial<Record<keyof PushMessage, unknown>>;
    const { title, body, path, tag, waiting } = message;
    const isCount = Number.isSafeInteger(waiting) && (waiting as number) >= 0;
    if ([title, body, path, tag].every((part) => typeof part === "string"))
      return { ...(message as PushMessage), waiting: isCount ? (waiting as number) : undefined };
  } catch {
    // Of another version of the server, perhaps.
  }
  return UNREADABLE;
}

/** A page of this product, whatever a message says. */
function ownUrl({ location: { origin } }: PushScope, path: unknown): string {
  const url = typeof path === "string" && URL.canParse(path, origin) ? new URL(path, origin) : null;
  return url?.origin === origin ? url.href : new URL(UNREADABLE.path, origin).href;
}

function samePage(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.origin === b.origin && a.pathname === b.pathname;
}
