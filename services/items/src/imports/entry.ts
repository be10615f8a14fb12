import type { CardRecord } from "../export/card-record.ts";
import type { Draft } from "../items/draft.ts";
import type { PageCopy } from "../page-copies/collect-copy.ts";
import type { KeptPicture } from "../pictures/collect-pictures.ts";

/** A file that an import gives to an item. */
export interface EntryFile {
  name: string;
  mediaType: string;
  content: Uint8Array;
}

/** What an import makes of one entry of a file. */
export type Entry =
  | {
      draft: Pick<Draft, "type" | "title" | "body" | "data" | "tags" | "status" | "sourceUrl" | "identity"> & {
        createdAt: Date | null;
        dueAt?: string | null;
        /** Of the card it becomes, where others link to it. */
        id?: string;
        /** What a card of an export of ours had, and keeps whatever the person chose for the import. */
        restored?: Pick<Draft, "pinned" | "dueAt" | "placed" | "language" | "titleSource" | "parentId" | "unread"> & {
          earlier: CardRecord["earlier"];
        };
        /** Whether the steps of its type run at once: a picture is nothing before. */
        isProcessed?: boolean;
        /** It stands among what is still to be read, in an app that tells this from its archive. */
        isUnread?: boolean;
        /** Names of the folders that held it, separated by "/". */
        folder?: string;
      };
      files?: EntryFile[];
      /** Of its page; their ids are the same however often the import is begun. */
      copies?: Omit<PageCopy, "digest">[];
      pictures?: KeptPicture[];
    }
  | { refused: { entry: string; message: string } }
  /** The card of this id is there already, under the same id. */
  | { there: string };

/** Longest name of an entry in a report. */
const MAX_NAME = 200;

/** @param entry how the person finds the entry again: its title or address */
export const refused = (entry: string, message: string): Extract<Entry, { refused: unknown }> => ({
  refused: {
    entry: entry.replaceAll(/\s+/g, " ").trim().slice(0, MAX_NAME).toWellFormed() || "entry without a name",
    message,
  },
});
