import { flagsOf } from "./flags.ts";
import { mockShell } from "./testing.tsx";

const manifest = {
  flags: {
    editor: { title: "The new editor", default: false },
    order: { title: "Order", variants: { newest: "Newest first", smart: "Smart" }, default: "newest" },
  },
};
const flag = flagsOf<typeof manifest>("items");

describe("flags of a remote", () => {
  it("are its own, as the page carries them, typed by its manifest", () => {
    const values: Record<string, Record<string, boolean | string>> = {
      items: { editor: true, order: "smart" },
      billing: { editor: false },
    };
    mockShell({ flags: (app) => values[app] ?? {} });
    const editor: boolean = flag("editor");
    const order: "newest" | "smart" | false = flag("order");
    expect([editor, order]).toEqual([true, "smart"]);
    // @ts-expect-error the manifest declares no such flag
    expect(flag("nothing")).toBe(false);
  });

  it("are false where nothing is known of them", () => {
    mockShell();
    expect([flag("editor"), flag("order")]).toEqual([false, false]);
  });
});
