import type { Item } from "@tessera/contracts-items/items.ts";
import { referencesIn, referenceTo } from "@tessera/contracts-items/references.ts";
import { Button } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { items, keys } from "../../api.ts";
import { fetchFile } from "../../detail/use-file.ts";
import { mentionKeys } from "../../mentions/mentions.ts";
import { refreshCounts } from "../../triage/change-items.ts";
import { offerUndo } from "../../triage/undo.ts";
import { updateItem } from "../../triage/update-item.ts";
import { typesOf } from "../convert-card.ts";

type Attachment = Item["attachments"][number];
type Target = ReturnType<typeof typesOf>[number];

/** Longest name of a file that is made of a card's title, in characters. */
const MAX_NAME = 100;

interface Source {
  name: string;
  mediaType: string;
  content(): Promise<Blob>;
  /** How the new card says where it is from: "Attached to". */
  from: string;
}

/** Buttons that make a card of another area's type of a file that a card holds; the card keeps the file. */
export function KeepAttachmentButtons({ card, file }: { card: Pick<Item, "id" | "title">; file: Attachment }) {
  const { name, mediaType, url } = file;
  return <KeepButtons card={card} file={{ name, mediaType, from: "Attached to", content: () => fetchFile(url) }} />;
}

/** Buttons that make a card of another area's type of the text of a card, which keeps it. */
export function KeepTextButtons({ card, text }: { card: Pick<Item, "id" | "title" | "attachments">; text: string }) {
  const file: Source = {
    ...{ name: `${card.title.slice(0, MAX_NAME)}.txt`, mediaType: "text/plain", from: "From" },
    content: async () => new Blob([text], { type: "text/plain" }),
  };
  // A file of the card may be meant as well.
  const isNamed = card.attachments.some(({ mediaType }) => typesOf(mediaType).length > 0);
  return <KeepButtons card={card} file={file} named={isNamed ? ": its text" : ""} />;
}

function KeepButtons({ card, file, named = "" }: { card: Pick<Item, "id" | "title">; file: Source; named?: string }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const make = async (target: Target) => {
    setBusy(true);
    try {
      const made = await keepAs(card, file, target);
      const refresh = () => {
        refreshCounts(client);
        void client.invalidateQueries({ queryKey: keys.lists });
        void client.invalidateQueries({ queryKey: mentionKeys.all });
      };
      refresh();
      offerUndo(`Made “${file.name}” ${target.made}`, async () => {
        await updateItem(items, made.id, made, { status: "trash" });
        refresh();
      }, [made.id]);
    } catch (error) {
      shell().notifications.show({ message: failureWords(`${file.name} was not kept:`, error), intent: "error" });
    } finally {
      setBusy(false);
    }
  };
  return typesOf(file.mediaType).map((target) => (
    <Button key={target.type} size="small" disabledFocusable={busy} onClick={() => void make(target)}>
      {`${target.convert}${named}`}
    </Button>
  ));
}

/** The new card says where its file is from; what was kept before is brought up. */
async function keepAs(card: Pick<Item, "id" | "title">, file: Source, { type }: Target): Promise<Item> {
  const form = new FormData();
  form.set("files", await file.content(), file.name);
  const made = await items.upload(form, crypto.randomUUID(), { type });
  const isTold = referencesIn(made.body).some(({ id }) => id === card.id);
  if (made.type === type && isTold) return made;
  const body = isTold ? made.body : [made.body, `${file.from} ${referenceTo(card)}`].filter(Boolean).join("\n\n");
  return updateItem(items, made.id, made, { ...(made.type === type ? {} : { type }), body });
}
