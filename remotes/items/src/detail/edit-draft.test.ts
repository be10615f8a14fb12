import { mockShell } from "@tessera/shell-api/testing";
import { EditDraft } from "./edit-draft.ts";

const line = "A line of a long text.\n";
const long = line.repeat(3_000);
const ID = "00000000-0000-4000-8000-000000000001";
const typed = `${long.slice(0, 50_000)}typed${long.slice(50_000)}`;
const stored = () => shell.drafts.get(`items.edit.${ID}`);
let shell: ReturnType<typeof mockShell>;
beforeEach(() => {
  shell = mockShell();
});

it("brings back what was typed, and what it replaces", () => {
  const base = { version: 3, title: "Before", data: { a: 1 } };
  const patch = { title: "After", data: { a: 2 } };
  new EditDraft(ID).keep(base, patch);
  expect(new EditDraft(ID).read()).toEqual({ base, patch });
  expect(new EditDraft("00000000-0000-4000-8000-000000000002").read()).toBeNull();
});

it("stores of a long text what was typed alone, and brings back all of it", () => {
  const base = { version: 3, title: "Before", body: long };
  const draft = new EditDraft(ID);
  draft.keep(base, { title: "After", body: typed });
  expect(stored()?.length).toBeLessThan(500);
  draft.keep(base, { title: "After", body: `${typed}more` });
  const read = new EditDraft(ID).read();
  expect(read).toEqual({ base, patch: { title: "After", body: `${typed}more` } });
});

it("follows the version that the text begins from, and leaves nothing behind", () => {
  const draft = new EditDraft(ID);
  draft.keep({ version: 3, body: long }, { body: typed });
  draft.keep({ version: 4, body: typed }, { body: `${typed}more` });
  expect(new EditDraft(ID).read()?.base).toEqual({ version: 4, body: typed });
  draft.clear();
  expect(new EditDraft(ID).read()).toBeNull();
  expect(shell.drafts.dirty()).toBe(false);
});

it("can be read at each moment while what it replaces changes", () => {
  const draft = new EditDraft(ID);
  draft.keep({ version: 3, body: long }, { body: typed });
  const { set, clear } = shell.drafts;
  const read: boolean[] = [];
  const look = () => read.push(new EditDraft(ID).read() !== null);
  Object.assign(shell.drafts, {
    set: (key: string, text: string) => {
      set(key, text);
      look();
    },
    clear: (key: string) => {
      clear(key);
      look();
    },
  });
  draft.keep({ version: 4, body: typed }, { body: `${typed}more` });
  draft.keep({ version: 5, body: "short" }, { body: "shorter" });
  expect(read.length).toBeGreaterThan(3);
  expect(read).not.toContain(false);
});

it("forgets a draft that cannot be read", () => {
  shell.drafts.set(`items.edit.${ID}`, "{");
  expect(new EditDraft(ID).read()).toBeNull();
  expect(stored()).toBeNull();
});
