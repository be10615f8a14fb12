import { jest } from "@jest/globals";
import type { Transport } from "@tessera/contracts-core/client.ts";
import { createDrafts } from "./drafts.ts";
import { createPersonalStorage } from "./personal-storage.ts";
import { createPreferences } from "./preferences.ts";

let person: string | null;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  person = "ada";
});
/** A page that is opened now. */
const open = () => {
  const personal = createPersonalStorage(localStorage, sessionStorage, () => person);
  return { personal, drafts: createDrafts(personal) };
};

describe("what a browser keeps of a person", () => {
  it("outlives the page, and the page knows what was changed in it", () => {
    const { drafts } = open();
    drafts.set("note", "half a thought");
    expect(drafts.dirty()).toBe(true);
    const next = open().drafts;
    expect(next.get("note")).toBe("half a thought");
    expect(next.dirty()).toBe(false);
    next.clear("note");
    expect(next.get("note")).toBeNull();
  });

  it("stops nobody who types where the browser has no room for more", () => {
    const { drafts } = open();
    const full = jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    });
    try {
      drafts.set("note", "half a thought");
    } finally {
      full.mockRestore();
    }
    // No update replaces the page meanwhile.
    expect(drafts.dirty()).toBe(true);
  });

  it("is kept when a session expires, with what was typed until then, and shown to nobody else", () => {
    const { drafts } = open();
    drafts.set("note", "of Ada");
    person = null;
    drafts.set("note", "of Ada, to the end");
    expect(drafts.get("note")).toBeNull();
    person = "bob";
    const bobs = open().drafts;
    expect(bobs.get("note")).toBeNull();
    bobs.set("note", "of Bob");
    person = "ada";
    expect(open().drafts.get("note")).toBe("of Ada, to the end");
  });

  it("is the next person's own on a page where nobody was signed in any more", () => {
    const { personal, drafts } = open();
    drafts.set("note", "of Ada");
    person = null;
    person = "bob";
    personal.turn();
    expect(drafts.get("note")).toBeNull();
    drafts.set("note", "of Bob");
    expect(open().drafts.get("note")).toBe("of Bob");
    person = "ada";
    expect(open().drafts.get("note")).toBe("of Ada");
  });

  it("is gone when the person signs out, also what a page writes late; another person's stays", () => {
    person = "bob";
    open().drafts.set("note", "of Bob");
    person = "ada";
    const { personal, drafts } = open();
    drafts.set("note", "of Ada");
    sessionStorage.setItem("tessera.sign-in-address", "ada@example.com");
    person = null;
    personal.forget();
    drafts.set("note", "of Ada, late");
    expect(JSON.stringify({ ...localStorage })).not.toContain("Ada");
    expect(sessionStorage).toHaveLength(0);
    person = "bob";
    expect(open().drafts.get("note")).toBe("of Bob");
  });

  it("is not mixed when another person signs in over the page", () => {
    const { drafts } = open();
    drafts.set("note", "of Ada");
    person = "bob";
    expect(drafts.get("note")).toBeNull();
    drafts.set("note", "of Ada, under Bob");
    drafts.clear("note");
    expect(open().drafts.get("note")).toBeNull();
    person = "ada";
    expect(open().drafts.get("note")).toBe("of Ada");
  });

  it("does not come from before it was kept by person", () => {
    localStorage.setItem("tessera.draft.items.capture", "somebody's");
    localStorage.setItem("tessera.preferences", '{"displayName":"Somebody"}');
    open();
    expect(localStorage).toHaveLength(0);
  });
});

describe("preferences", () => {
  const answering =
    (preferences: object | (() => Promise<object>)): Transport =>
    async () =>
      Response.json(typeof preferences === "function" ? await preferences() : preferences);

  it("are each person's own, and nobody's after one has signed out", async () => {
    const { personal } = open();
    const store = createPreferences(answering({ displayName: "Ada", density: "compact" }), personal);
    await store.load();
    expect(store.get()).toMatchObject({ displayName: "Ada", density: "compact" });
    expect(createPreferences(answering({}), open().personal).get().displayName).toBe("Ada");
    person = null;
    store.turn();
    expect(store.get()).toMatchObject({ displayName: "", density: "comfortable" });
    person = "bob";
    expect(createPreferences(answering({}), open().personal).get().displayName).toBe("");
  });

  it("of a person who has left meanwhile are not shown to the next", async () => {
    let answer = (_: object) => {};
    const { personal } = open();
    const store = createPreferences(
      answering(() => new Promise((resolve) => (answer = resolve))),
      personal,
    );
    const loading = store.load();
    await Promise.resolve();
    person = null;
    store.turn();
    answer({ displayName: "Ada" });
    await loading;
    expect(store.get().displayName).toBe("");
  });
});
