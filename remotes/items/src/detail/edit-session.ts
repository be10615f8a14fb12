import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import type { Item, ItemPatch } from "@tessera/contracts-items/items.ts";
import { isOffline, shell } from "@tessera/shell-api";
import { items } from "../api.ts";
import { loadPart } from "../load-part.ts";
import { act } from "../offline/act.ts";
import { mergePatches } from "../offline/merge-patches.ts";
import { followRefused, settle, waits } from "../offline/refused-edits.ts";
import { type Base, ConflictError, updateItem } from "../triage/update-item.ts";
import { EditDraft } from "./edit-draft.ts";
import type { mergedFields } from "./merge-fields.ts";
import { PAUSE, pauseBefore } from "./save-pause.ts";
import { whereChanged } from "./where-changed.ts";

/** "kept": on this device, until the connection is back. */
export type SaveState = "saved" | "waiting" | "saving" | "kept" | "failed" | "conflict";

/** What the page shows of an edit. */
export interface EditView {
  /** The card with what was typed laid over it. */
  item: Item;
  state: SaveState;
  /** Why saving failed. */
  error: Error | null;
  /** The other version, while both changed the same fields. */
  conflict: ConflictError | null;
}

/** Waits before a save that did not reach the server is retried, in ms. */
const RETRIES = [3_000, 10_000, 30_000, 60_000];

/** Fields whose two versions can become one. */
export const MERGED_FIELDS = ["title", "body"] as const;
/** Fields whose two versions become one on their own, where they touch different parts of it. */
const BY_PARTS: ReadonlySet<string> = new Set(["body", "data.checklist"]);

const same = (a: unknown, b: unknown) => a === b || (typeof a !== "string" && JSON.stringify(a) === JSON.stringify(b));
const isEmpty = (patch: ItemPatch) => Object.keys(patch).length === 0;

/** What is left of a patch after `sent` was saved: whatever was typed meanwhile. */
function rest(patch: ItemPatch, sent: ItemPatch): ItemPatch {
  const left: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(patch)) {
    if (field !== "data") {
      if (!same(value, sent[field as keyof ItemPatch])) left[field] = value;
      continue;
    }
    const data = Object.fromEntries(
      Object.entries(patch.data ?? {}).filter(([key, one]) => !sent.data || !same(one, sent.data[key])),
    );
    if (Object.keys(data).length > 0) left.data = data;
  }
  return left as ItemPatch;
}

/**
 * What a person types into one card. Every keystroke is kept as a draft and saved after a pause. Nothing is lost:
 * not by a failed save, a conflict, a reload, an expired session or an update of this remote.
 */
export class EditSession {
  private patch: ItemPatch = {};
  private base: Item;
  private sending: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private attempt = 0;
  /** When the card was edited first since it was saved. */
  private waitsSince: number | null = null;
  private view: EditView;
  private readonly draft: EditDraft;
  private readonly listeners = new Set<() => void>();
  private readonly unfollow: () => void;

  constructor(
    item: Item,
    private readonly onSaved: (item: Item) => void,
  ) {
    this.base = item;
    this.view = { item, state: "saved", error: null, conflict: null };
    this.draft = new EditDraft(item.id);
    this.restore();
    addEventListener("online", this.onOnline);
    this.unfollow = followRefused(item.id, () => this.restore());
  }

  /** Stops waiting; what is not saved stays as a draft. */
  close(): void {
    removeEventListener("online", this.onOnline);
    this.unfollow();
    void this.flush();
  }

  getView = (): EditView => this.view;
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Takes a version that the service answered; what is typed and not saved stays over it. */
  accept(item: Item): void {
    if (item.version < this.base.version || (item.version === this.base.version && this.base === item)) return;
    if (isEmpty(this.patch) && !this.sending) this.base = item;
    this.show(this.view.state === "kept" && !waits(item.id) ? "saved" : this.view.state);
  }

  edit(patch: ItemPatch): void {
    this.patch = mergePatches(this.patch, patch);
    this.keepDraft();
    this.show(this.view.state === "conflict" ? "conflict" : "waiting");
    this.schedule(this.pause());
  }

  /** Saves now, for example before the page is left. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waitsSince = null;
    await this.sending;
    if (isEmpty(this.patch) || this.view.state === "conflict") return;
    this.sending = this.send().finally(() => {
      this.sending = null;
    });
    await this.sending;
  }

  /** Resolves a conflict by writing what was typed here over the other version. */
  async keepMine(): Promise<void> {
    if (!this.view.conflict) return;
    this.base = this.view.conflict.fresh;
    this.keepDraft();
    this.show("waiting");
    await this.flush();
  }

  /**
   * Resolves a conflict by the changes of both: title and text become what `merge` makes of the text before, mine and
   * theirs; of other fields mine are kept. @returns what brings back the text that was typed here
   */
  mergeBoth(merge: (before: string, mine: string, theirs: string) => string): () => void {
    const mine = this.patch;
    const { conflict } = this.view;
    if (!conflict) return () => undefined;
    const patch = { ...mine };
    for (const field of MERGED_FIELDS)
      if (conflict.fields.includes(field))
        patch[field] = merge(this.base[field], mine[field] ?? "", conflict.fresh[field]);
    this.base = conflict.fresh;
    this.patch = patch;
    this.keepDraft();
    this.show("waiting");
    void this.flush();
    return () => this.edit(mine);
  }

  /** Resolves a conflict by the other version. @returns what brings back the text that was typed here */
  takeTheirs(): () => void {
    const mine = this.patch;
    if (this.view.conflict) this.base = this.view.conflict.fresh;
    this.patch = {};
    this.keepDraft();
    settle(this.base.id);
    this.show("saved");
    this.onSaved(this.base);
    return () => this.edit(mine);
  }

  private async send(): Promise<void> {
    const sent = this.patch;
    this.show("saving");
    try {
      const saved = await this.save(sent);
      this.attempt = 0;
      this.base = saved ?? this.with(sent);
      this.patch = rest(this.patch, sent);
      this.keepDraft();
      if (saved) settle(saved.id);
      this.show(isEmpty(this.patch) ? (saved ? "saved" : "kept") : "waiting");
      this.onSaved(this.base);
      if (!isEmpty(this.patch)) this.schedule(this.pause());
    } catch (error) {
      if (error instanceof ConflictError) {
        if (!(await this.mergeParts(error))) this.show("conflict", null, error);
        return;
      }
      this.show("failed", error as Error);
      const temporary = !(error instanceof ProblemError) || error.status >= 500 || error.status === 429;
      const wait = RETRIES[Math.min(this.attempt++, RETRIES.length - 1)];
      if (temporary && wait !== undefined && this.listeners.size > 0) this.schedule(wait);
    }
  }

  /**
   * Lays what was typed here over the other version, where they touch different lines of the text and different steps.
   * @returns whether that settles it
   */
  private async mergeParts({ fresh, fields }: ConflictError): Promise<boolean> {
    if (!fields.every((field) => BY_PARTS.has(field))) return false;
    let merge: typeof mergedFields;
    try {
      merge = (await loadPart(() => import("./merge-fields.ts"))).mergedFields;
    } catch {
      return false;
    }
    // More may have been typed meanwhile.
    const patch = merge(fields, this.base, this.patch, fresh);
    if (patch === null) return false;
    this.base = fresh;
    this.patch = patch;
    this.keepDraft();
    settle(fresh.id);
    this.show(isEmpty(this.patch) ? "saved" : "waiting");
    if (isEmpty(this.patch)) this.onSaved(fresh);
    else this.schedule(0);
    shell().notifications.show({
      message: `Merged with what was written ${whereChanged(fresh, "on another device or page")}`,
    });
    return true;
  }

  /** The card as the service has it now; null when the edit waits on this device for the connection. */
  private async save(sent: ItemPatch): Promise<Item | null> {
    const { id, title } = this.base;
    if (!waits(id)) {
      try {
        return await updateItem(items, id, this.base, sent);
      } catch (error) {
        if (!isOffline(error)) throw error;
      }
    }
    const body = { id, base: this.replaced(sent), patch: sent };
    const rest = { subjects: [id], title: `Edit “${title}”`, text: sent.body, path: `/items/all/${id}` };
    const done = await act<Item, "edit">("edit", body, rest);
    return done.sent ? done.answer : null;
  }

  private with({ data, ...fields }: ItemPatch): Item {
    return { ...this.base, ...fields, data: { ...this.base.data, ...data } };
  }

  /** What a patch replaces: all that a conflict is judged by. */
  private replaced(patch: ItemPatch): Base {
    const fields = Object.keys(patch).map((field) => [field, this.base[field as keyof Item]]);
    return { ...Object.fromEntries(fields), version: this.base.version };
  }

  private pause(): number {
    const now = performance.now();
    this.waitsSince ??= now;
    return pauseBefore(this.patch.body?.length ?? 0, now - this.waitsSince);
  }

  private schedule(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), ms);
  }

  private onOnline = () => {
    if (this.view.state === "failed") void this.flush();
  };

  private show(
    state: SaveState,
    error: Error | null = null,
    conflict: ConflictError | null = state === "conflict" ? this.view.conflict : null,
  ): void {
    this.view = { item: this.with(this.patch), state, error, conflict };
    for (const listener of this.listeners) listener();
  }

  private keepDraft(): void {
    if (isEmpty(this.patch)) this.draft.clear();
    else this.draft.keep(this.replaced(this.patch), this.patch);
  }

  /** Takes up what was typed before and not saved. */
  private restore(): void {
    const draft = this.draft.read();
    if (!draft) return;
    this.base = { ...this.base, ...draft.base };
    this.patch = mergePatches(draft.patch, this.patch);
    this.show("waiting");
    this.schedule(PAUSE);
  }
}
