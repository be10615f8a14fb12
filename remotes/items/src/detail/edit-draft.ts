import type { ItemPatch } from "@tessera/contracts-items/items.ts";
import { shell } from "@tessera/shell-api";
import { draftKey } from "../offline/refused-edits.ts";
import type { Base } from "../triage/update-item.ts";
import { LONG_TEXT } from "./long-text.ts";
import { type Splice, spliced, spliceOf } from "./splice.ts";

/** What was typed into a card, and what it replaces. */
interface Draft {
  base: Base;
  patch: ItemPatch;
}

/** A draft as it is stored. */
interface Stored extends Draft {
  /** What makes the text of the text before, which is stored once. */
  body?: Splice;
}

/** The draft of a card's edit. A long text is not written again with each key. */
export class EditDraft {
  private readonly key: string;
  /** Where the text before a long one is stored, with that text. */
  private before: { key: string; text: string } | null = null;

  constructor(id: string) {
    this.key = draftKey(id);
  }

  keep(base: Base, patch: ItemPatch): void {
    const { drafts } = shell();
    const { body: before, ...restOfBase } = base;
    const { body: after, ...restOfPatch } = patch;
    if (before === undefined || after === undefined || Math.max(before.length, after.length) < LONG_TEXT) {
      drafts.set(this.key, JSON.stringify({ base, patch } satisfies Stored));
      this.clearBefore();
      return;
    }
    const replaced = this.keepBefore(before, base.version);
    const stored: Stored = { base: restOfBase, patch: restOfPatch, body: spliceOf(before, after) };
    drafts.set(this.key, JSON.stringify(stored));
    // Not earlier: the page may end at any moment, and the draft of before needs it.
    if (replaced !== null) drafts.clear(replaced);
  }

  /** @returns null where there is none, or none that can be read */
  read(): Draft | null {
    const { drafts } = shell();
    const kept = drafts.get(this.key);
    if (!kept) return null;
    try {
      const { base, patch, body } = JSON.parse(kept) as Stored;
      if (!body) return { base, patch };
      const key = this.keyOf(base.version);
      const text = drafts.get(key);
      if (text === null) throw new Error("The text before is missing");
      this.before = { key, text };
      return { base: { ...base, body: text }, patch: { ...patch, body: spliced(text, body) } };
    } catch {
      this.clear();
      return null;
    }
  }

  clear(): void {
    shell().drafts.clear(this.key);
    this.clearBefore();
  }

  /** By version: another tab may edit another one. */
  private keyOf(version: number): string {
    return `${this.key}.before.${version}`;
  }

  /** @returns where the one that it takes the place of is stored; null where it is the same place */
  private keepBefore(text: string, version: number): string | null {
    const key = this.keyOf(version);
    if (this.before?.key === key && this.before.text === text) return null;
    const replaced = this.before && this.before.key !== key ? this.before.key : null;
    shell().drafts.set(key, text);
    this.before = { key, text };
    return replaced;
  }

  private clearBefore(): void {
    if (this.before) shell().drafts.clear(this.before.key);
    this.before = null;
  }
}
