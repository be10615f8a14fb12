import { MAX_TAGS } from "@tessera/contracts-items/limits.ts";
import { hashed } from "../../items/draft.ts";
import { normaliseTags } from "../../text/tags.ts";
import { type Entry, refused } from "../entry.ts";
import type { ContactEntry } from "./read-contacts.ts";

/** Entries of an address book, in its order. */
export function* contactEntries(read: readonly ContactEntry[]): Generator<Entry> {
  for (const one of read) {
    if (!("contact" in one)) {
      yield refused(one.entry, one.message);
      continue;
    }
    const { title, body, email, aliases, tags, identity } = one.contact;
    yield {
      draft: {
        ...{ type: "person", title, body, data: { aliases, ...(email === null ? {} : { email }) } },
        ...{ tags: normaliseTags(tags).slice(0, MAX_TAGS), status: "later", sourceUrl: null, createdAt: null },
        identity: hashed(identity),
      },
    };
  }
}
