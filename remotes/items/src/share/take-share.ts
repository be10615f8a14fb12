import type { Item } from "@tessera/contracts-items/items.ts";
import { MAX_BODY_LENGTH, MAX_TITLE_LENGTH } from "@tessera/contracts-items/limits.ts";
import type { NewShare } from "@tessera/contracts-items/mentions.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { items, keys } from "../api.ts";
import { isExport } from "../import/import-files.ts";
import { act } from "../offline/act.ts";
import "../offline/declare.ts";
import { keepItem, refreshCounts } from "../triage/change-items.ts";
import { offerUndo } from "../triage/undo.ts";
import { updateItem } from "../triage/update-item.ts";
import { uploadFiles } from "../uploads/upload-files.ts";
import { dropUpload, uploadsNow } from "../uploads/upload-queue.ts";
import { forgetShared, type Shared } from "./shared.ts";

const isText = (file: File) => file.type === "text/plain" || /\.(txt|md|markdown)$/i.test(file.name);

/** The words of what was shared, with those of text files. */
async function wordsOf({ title, text, url, files }: Shared): Promise<NewShare> {
  const texts = await Promise.all(files.filter(isText).map((file) => file.text()));
  const all = [text, ...texts].filter((one) => one.trim()).join("\n\n");
  const named = title || (texts.length === 1 && !text ? (files.find(isText)?.name.replace(/\.[^.]+$/, "") ?? "") : "");
  return {
    ...(named ? { title: named.slice(0, MAX_TITLE_LENGTH) } : {}),
    text: all.slice(0, MAX_BODY_LENGTH),
    ...(url ? { url } : {}),
  };
}

/**
 * Stores what was shared: words and files become cards of the type that is surest of them, bookmarks and mails are
 * imported.
 * @returns the page that shows it
 * @throws Error when nothing was stored; it is kept on the device then
 */
export async function takeShare(client: QueryClient, id: string, shared: Shared): Promise<string> {
  const words = await wordsOf(shared);
  const others = shared.files.filter((file) => !isText(file));
  const imports = others.filter(isExport);
  const files = others.filter((file) => !imports.includes(file));
  const path = await keepWords(client, id, words);
  const imported = imports.length ? await startImport(id, imports) : null;
  const kept = files.length ? await keepFiles(client, files) : null;
  await forgetShared(id);
  return imported ?? kept ?? path ?? "/items/inbox";
}

/** @returns the page of the card. @throws Error when one was not stored: sent again, those that were are the same */
async function keepFiles(client: QueryClient, files: File[]): Promise<string> {
  const made = await uploadFiles(client, files);
  const failed = uploadsNow().filter(({ file, state }) => state === "failed" && files.includes(file));
  for (const { id } of failed) dropUpload(id);
  if (failed.length) throw new Error(`${failed[0]?.file.name}: ${failed[0]?.reason}`);
  return made.length === 1 ? `/items/inbox/${made[0]?.id}` : "/items/inbox";
}

async function startImport(key: string, files: File[]): Promise<string> {
  const form = new FormData();
  for (const file of files) form.append("files", file, file.name);
  const session = await items.startImport(form, `${key}-files`);
  return `/items/inbox?open=import&import=${session.id}`;
}

/** @returns the page of the card; null when there are no words */
async function keepWords(client: QueryClient, id: string, share: NewShare): Promise<string | null> {
  if (![share.title, share.text, share.url].some((one) => one?.trim())) return null;
  const title = share.title || share.text?.split("\n", 1)[0] || share.url || "";
  const result = await act<Item, "share">("share", share, {
    id,
    subjects: [id],
    title: `Share: ${title}`,
    text: title,
  });
  if (!result.sent) {
    shell().notifications.show({
      message: "Kept on this device. It is sent once the connection is back.",
      intent: "success",
    });
    return "/items/inbox";
  }
  const made = result.answer;
  const refresh = () => {
    refreshCounts(client);
    void client.invalidateQueries({ queryKey: keys.lists });
  };
  client.setQueryData(keys.item(made.id), made);
  refresh();
  if (made.version > 1) {
    shell().notifications.show({ message: "You already had this; moved to the top", intent: "success" });
  } else {
    const captured = shell().contributions.itemType(made.type)?.capture?.captured ?? "Captured";
    offerUndo(captured, async () => {
      keepItem(client, await updateItem(items, made.id, made, { status: "trash" }));
      refresh();
    });
  }
  return `/items/inbox/${made.id}`;
}
