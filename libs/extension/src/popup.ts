import { MAX_QUOTE_CONTEXT } from "@tessera/contracts-items/limits.ts";
import { forgetConnection, keepConnection, originOf, readConnection } from "./connection.ts";
import { canBeSaved, makeSave, type Quote, readQuote, tagsIn } from "./save.ts";
import { check } from "./send.ts";
import { forgetRefused, keep, readWaiting, sendWaiting } from "./waiting.ts";

/** The dialog of the extension's button. */
const at = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
const field = (id: string) => at<HTMLInputElement | HTMLTextAreaElement>(id);
const show = (...ids: string[]) => {
  for (const part of ["connect", "save", "saved"]) at(part).hidden = !ids.includes(part);
};

function say(words: string, isError = false): void {
  at("notices").textContent = words;
  at("notices").classList.toggle("error", isError);
}

/** The tab that the button was pressed on; a tab of its own, as tests open it, names one in its address. */
async function pressedOn(): Promise<chrome.tabs.Tab | undefined> {
  const named = Number(new URLSearchParams(location.search).get("tab"));
  if (named) return chrome.tabs.get(named);
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab;
}
const tab = await pressedOn();
let quote: Quote | null = null;

async function draw(): Promise<void> {
  const connection = await readConnection();
  at("connected").hidden = !connection;
  await drawWaiting();
  if (!connection) {
    show("connect");
    return at("origin").focus();
  }
  at("where").textContent = `Connected to ${new URL(connection.origin).host}`;
  if (!canBeSaved(tab?.url)) {
    show();
    return say("This page cannot be saved. Tessera keeps pages of the web, with http:// or https:// addresses.");
  }
  show("save");
  field("title").value = tab.title ?? "";
  at("address").textContent = tab.url;
  quote = await chrome.scripting
    .executeScript({ target: { tabId: tab.id! }, func: readQuote, args: [MAX_QUOTE_CONTEXT] })
    .then(([run]) => run?.result ?? null)
    .catch(() => null);
  at("selected").hidden = !quote;
  at("quote").textContent = quote?.exact ?? "";
  at("note").focus();
}

async function drawWaiting(): Promise<void> {
  const { saves, stopped, refused } = await readWaiting();
  at("waiting").hidden = !saves.length;
  const pages = saves.length === 1 ? "1 page waits" : `${saves.length} pages wait`;
  at("count").textContent = `${pages} to be sent${stopped ? `: ${stopped}` : ". They are sent once Tessera answers."}`;
  if (!refused) return;
  say(`“${refused.title}” was not saved: ${refused.reason}`, true);
  await forgetRefused();
}

async function connect(): Promise<void> {
  const origin = originOf(field("origin").value);
  // Asked first: browsers allow the question only as the direct answer to a click.
  const granted = await chrome.permissions.request({ origins: [`${origin}/*`] });
  if (!granted) throw new Error("The browser must allow the extension to reach your Tessera. Press Connect again.");
  const connection = { origin, token: field("token").value.trim() };
  say("Connecting …");
  const wrong = await check(connection);
  if (wrong) throw new Error(wrong);
  await keepConnection(connection);
  say("");
  await sendWaiting();
  await draw();
}

async function save(): Promise<void> {
  await keep(
    makeSave({
      ...{ url: tab!.url!, title: field("title").value, note: field("note").value.trim() },
      tags: tagsIn(field("tags").value),
      quote: (at("with-quote") as HTMLInputElement).checked ? quote : null,
    }),
  );
  say("Saving …");
  const sent = await sendWaiting();
  say("");
  await drawWaiting();
  show("saved");
  at("open").hidden = sent?.is !== "saved";
  if (sent?.is === "saved") {
    at("outcome").textContent = sent.existed ? "You had this page already. Note and tags were added." : "Saved.";
    at<HTMLAnchorElement>("open").href = sent.address;
    at("open").focus();
  } else at("outcome").textContent = sent?.is === "refused" ? "" : "Kept on this device.";
}

/** One answer at a time, and a sentence where it fails. */
function on(id: string, event: string, work: () => Promise<void>): void {
  let busy = false;
  at(id).addEventListener(event, async (happened) => {
    happened.preventDefault();
    if (busy) return;
    busy = true;
    try {
      await work();
    } catch (error) {
      say((error as Error).message, true);
    } finally {
      busy = false;
    }
  });
}
on("connect", "submit", connect);
on("save", "submit", save);
on("retry", "click", async () => {
  await sendWaiting();
  await drawWaiting();
});
on("disconnect", "click", async () => {
  await forgetConnection();
  say("Disconnected. To end the token as well, revoke it in Tessera under Settings, API tokens.");
  await draw();
});
on("tokens", "click", async () => {
  await chrome.tabs.create({ url: `${originOf(field("origin").value)}/settings/api-tokens` });
});
at("save").addEventListener("keydown", (pressed) => {
  if (pressed.key === "Enter" && (pressed.ctrlKey || pressed.metaKey)) at<HTMLFormElement>("save").requestSubmit();
});
await draw();
