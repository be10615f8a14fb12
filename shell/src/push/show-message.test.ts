import type { PushMessage } from "@tessera/contracts-settings/push.ts";
import { openMessage, type PushScope, type PushWindow, showMessage } from "./show-message.ts";

const origin = "https://tessera.example";
const message: PushMessage = { title: "Reminder: Milk", body: "Due today.", path: "/items/task/1", tag: "abc" };

/** What a worker sees of the browser, and what it did. */
function browser(...open: { path: string; focused?: boolean }[]) {
  const shown: { title: string; options: NotificationOptions }[] = [];
  const opened: string[] = [];
  const badges: (number | undefined)[] = [];
  const focused: string[] = [];
  const windows: PushWindow[] = open.map(({ path, focused: isFocused = false }) => ({
    url: new URL(path, origin).href,
    focused: isFocused,
    visibilityState: isFocused ? "visible" : "hidden",
    focus: async () => void focused.push(path),
    postMessage: () => {},
  }));
  const scope: PushScope = {
    location: { origin },
    navigator: { setAppBadge: async (count) => void badges.push(count) },
    registration: { showNotification: async (title, options) => void shown.push({ title, options }) },
    clients: { matchAll: async () => windows, openWindow: async (url) => void opened.push(url) },
  };
  return { scope, shown, opened, focused, badges };
}

describe("a message", () => {
  it("is shown with its words, and takes the place of what had its tag", async () => {
    const { scope, shown } = browser({ path: "/items/task/1" });
    await showMessage(scope, JSON.stringify(message));
    expect(shown).toEqual([
      {
        title: "Reminder: Milk",
        options: {
          ...{ body: "Due today.", tag: "abc", silent: false, data: { path: "/items/task/1" } },
          ...{ icon: "/icons/icon-192.png", badge: "/icons/badge-96.png" },
        },
      },
    ]);
  });

  it("makes no sound where its page is before the person's eyes", async () => {
    const { scope, shown } = browser({ path: "/queue" }, { path: "/items/task/1?from=queue", focused: true });
    await showMessage(scope, JSON.stringify(message));
    expect(shown[0]?.options.silent).toBe(true);
  });

  it("puts what waits on the app's icon, unless a page that is seen does", async () => {
    const away = browser({ path: "/queue" });
    for (const waiting of [3, 0, -1, "4", 1.5, undefined])
      await showMessage(away.scope, JSON.stringify({ ...message, waiting }));
    expect([away.badges, away.shown.length]).toEqual([[3, 0], 6]);
    const seen = browser({ path: "/items/inbox", focused: true });
    await showMessage(seen.scope, JSON.stringify({ ...message, waiting: 3 }));
    expect(seen.badges).toEqual([]);
  });

  it.each([undefined, "", "{", "null", "[]", '{"title":1}', '{"title":"a","body":"b","path":"/"}'])(
    "that says nothing that can be read (%p) is shown all the same",
    async (text) => {
      const { scope, shown } = browser();
      await showMessage(scope, text);
      expect(shown).toMatchObject([{ title: "Tessera", options: { data: { path: "/queue" } } }]);
    },
  );
});

describe("a notification that is chosen", () => {
  it("brings the window to the front that has its page, else opens one", async () => {
    const first = browser({ path: "/queue" }, { path: "/items/task/1#notes" });
    await openMessage(first.scope, { path: "/items/task/1" });
    expect([first.focused, first.opened]).toEqual([["/items/task/1#notes"], []]);
    const second = browser({ path: "/queue" });
    await openMessage(second.scope, { path: "/items/task/1" });
    expect([second.focused, second.opened]).toEqual([[], [`${origin}/items/task/1`]]);
  });

  it.each(["https://evil.example/a", "//evil.example/a", "javascript:alert(1)", "http://[", null, 7])(
    "never leads out of the product: %p",
    async (path) => {
      const { scope, opened } = browser();
      await openMessage(scope, { path });
      await openMessage(scope, null);
      expect(opened).toEqual([`${origin}/queue`, `${origin}/queue`]);
    },
  );
});
