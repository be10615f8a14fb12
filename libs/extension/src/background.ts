import { MAX_QUOTE_CONTEXT } from "@tessera/contracts-items/limits.ts";
import { readConnection } from "./connection.ts";
import { canBeSaved, makeSave, type Quote, readQuote, type Save } from "./save.ts";
import { keep, sendWaiting, sendWhenPossible } from "./waiting.ts";

/** Menus and keys of the browser: they save at once, and the button says how it went. */
const MENUS = {
  page: "Save this page to Tessera",
  selection: "Save the selection to Tessera as a highlight",
  link: "Save this link to Tessera",
} as const;

/** Ms for which the button shows that a page was saved. */
const SHOWN_MS = 4_000;

chrome.runtime.onInstalled.addListener(async () => {
  await chrome.contextMenus.removeAll();
  for (const [id, title] of Object.entries(MENUS))
    chrome.contextMenus.create({
      id,
      title,
      contexts: [id as keyof typeof MENUS],
      ...(id === "link"
        ? { targetUrlPatterns: ["http://*/*", "https://*/*"] }
        : { documentUrlPatterns: ["http://*/*", "https://*/*"] }),
    });
});

async function quoteIn(tab: chrome.tabs.Tab): Promise<Quote | null> {
  try {
    const [run] = await chrome.scripting.executeScript({
      target: { tabId: tab.id! },
      func: readQuote,
      args: [MAX_QUOTE_CONTEXT],
    });
    return run?.result ?? null;
  } catch {
    // Pages of the browser's own shop and its viewers let no extension in: the address is saved all the same.
    return null;
  }
}

async function saveAtOnce(save: Save): Promise<void> {
  await keep(save);
  if (!(await readConnection())) return openPopup();
  const sent = await sendWaiting();
  if (sent?.is !== "saved") return;
  await chrome.action.setBadgeText({ text: "✓" });
  setTimeout(() => void chrome.action.setBadgeText({ text: "" }), SHOWN_MS);
}

/** Where a browser opens it for the person alone, the number on the button says that something waits. */
const openPopup = () => chrome.action.openPopup().catch(() => undefined);

async function savePage(tab: chrome.tabs.Tab | undefined): Promise<void> {
  if (!tab || !canBeSaved(tab.url)) return openPopup();
  await saveAtOnce(makeSave({ url: tab.url, title: tab.title ?? "", quote: await quoteIn(tab) }));
}

chrome.contextMenus.onClicked.addListener(({ menuItemId, linkUrl }, tab) => {
  if (menuItemId !== "link") return void savePage(tab);
  if (canBeSaved(linkUrl)) void saveAtOnce(makeSave({ url: linkUrl, title: "" }));
});
chrome.commands.onCommand.addListener((command, tab) => {
  if (command === "save-page") void savePage(tab);
});
sendWhenPossible();
