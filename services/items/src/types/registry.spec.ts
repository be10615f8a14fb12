import { DEFAULT_ICON } from "@tessera/contracts-items/item-type.ts";
import { z } from "zod";
import { builtinTypes } from "./builtin.ts";
import { definePlugin, type ItemContent, type TypePlugin } from "./plugin.ts";
import { type PluginLoader, TypeRegistry } from "./registry.ts";

const data = z.record(z.string(), z.unknown());
const loaderOf = (plugin: TypePlugin): PluginLoader => ({
  name: plugin.definition.type,
  load: async () => ({ default: plugin }),
});
const silent = { warn: () => undefined };
const item: ItemContent = {
  type: "plain",
  title: "Title",
  body: "Body",
  data: { note: "Extra" },
  tags: ["a", "b"],
  sourceUrl: null,
};

describe("the definition of a type", () => {
  it("holds the fields of the specification, with its defaults [items.plugin-definition]", () => {
    expect(definePlugin({ definition: { type: "plain", label: "Plain" }, data }).definition).toEqual({
      type: "plain",
      label: "Plain",
      icon: "mdi-help-circle-outline",
      order: 1000,
      capabilities: [],
      defaultData: {},
      childTypes: [],
    });
    expect(DEFAULT_ICON).toBe("mdi-help-circle-outline");
    const whole = {
      type: "album",
      label: "Album",
      icon: "mdi-image",
      menuItem: { label: "Albums" },
      newMenuItem: { label: "New album", action: "choose-pictures" },
      order: 5,
      capabilities: ["clipboard"],
      defaultData: { cover: null },
      childTypes: ["picture"],
      parentType: "shelf",
    };
    expect(definePlugin({ definition: whole, data }).definition).toEqual(whole);
  });

  it("is refused when a field is unknown or wrong", () => {
    expect(() => definePlugin({ definition: { type: "Not A Name", label: "x" }, data })).toThrow();
    expect(() => definePlugin({ definition: { type: "x", label: "x", colour: "red" } as never, data })).toThrow();
  });
});

describe("the server extras of a type", () => {
  it("work by default without a line of the plugin's own [items.server-plugin] [items.mail-valid]", () => {
    const plugin = definePlugin({ definition: { type: "plain", label: "Plain" }, data });
    expect(plugin.embeddingFields).toEqual(["title", "body"]);
    expect(plugin.getEmbeddingsContent(item)).toBe("Title\nBody");
    expect(plugin.getTitleContent(item)).toBe("Body");
    expect(plugin.getContent(item)).toBe("Body");
    expect(plugin.followUpJobs).toEqual([]);
    expect(plugin.parentJobs).toEqual([]);
    expect(plugin.excludeFromProcessing).toBe(false);
    expect(plugin.handleShare({ text: "anything" })).toBeNull();
    expect(plugin.validateMailItem(item)).toBe(true);
  });

  it("are the plugin's own where it brings them [items.server-plugin]", () => {
    const plugin = definePlugin({
      definition: { type: "own", label: "Own" },
      data,
      embeddingFields: ["data.note", "tags"],
      getTitleContent: () => "T",
      getContent: () => "C",
      followUpJobs: ["follow"],
      parentJobs: ["gather"],
      excludeFromProcessing: true,
      handleShare: () => ({ confidence: 1, item: {} }),
      validateMailItem: () => "no",
    });
    expect(plugin.getEmbeddingsContent(item)).toBe("Extra\na, b");
    expect([plugin.getTitleContent(item), plugin.getContent(item), plugin.validateMailItem(item)]).toEqual([
      "T",
      "C",
      "no",
    ]);
    expect([plugin.followUpJobs, plugin.parentJobs, plugin.excludeFromProcessing]).toEqual([
      ["follow"],
      ["gather"],
      true,
    ]);
    expect(plugin.handleShare({ text: "" })).toEqual({ confidence: 1, item: {} });
    expect(
      definePlugin({
        definition: { type: "e", label: "E" },
        data,
        getEmbeddingsContent: () => "all",
      }).getEmbeddingsContent(item),
    ).toBe("all");
  });
});

describe("the registry", () => {
  it("holds a type that is registered or a child of a registered one valid, and no other [items.type-valid]", async () => {
    const album = definePlugin({ definition: { type: "album", label: "Album", childTypes: ["picture"] }, data });
    const registry = await TypeRegistry.load([loaderOf(album)], silent);
    expect(registry.isValid("album")).toBe(true);
    expect(registry.isValid("picture")).toBe(true);
    expect(registry.isValid("note")).toBe(false);
    expect(registry.isValid("__proto__")).toBe(false);
    expect(registry.family("album")).toEqual(["album", "picture"]);
  });

  it("skips a plugin that fails to load, says so in the log, and keeps the others [items.plugin-skip]", async () => {
    const lines: [object, string][] = [];
    const good = definePlugin({ definition: { type: "good", label: "Good" }, data });
    const registry = await TypeRegistry.load(
      [
        { name: "broken", load: () => Promise.reject(new Error("no such chunk")) },
        loaderOf(good),
        { name: "empty", load: async () => ({}) as { default: TypePlugin } },
        { name: "again", load: async () => ({ default: good }) },
      ],
      { warn: (fields, message) => void lines.push([fields, message]) },
    );
    expect(registry.all()).toEqual([good]);
    expect(lines.map(([fields, message]) => [(fields as { plugin: string }).plugin, message])).toEqual(
      ["broken", "empty", "again"].map((plugin) => [plugin, "item type plugin skipped: it failed to load"]),
    );
  });

  it("gives a shared thing to the plugin that is surest of it", async () => {
    const registry = await TypeRegistry.load(builtinTypes, silent);
    const typeOf = (text: string) => registry.accepting({ text })?.plugin.definition.type;
    expect(typeOf("https://example.org/a")).toBe("bookmark");
    expect(typeOf("todo: water the plants")).toBe("task");
    expect(typeOf("- [ ] water the plants")).toBe("task");
    expect(typeOf("# Plan\n\n- one\n- two")).toBe("note");
    expect(typeOf("  ")).toBeUndefined();
    expect(registry.all().map((plugin) => plugin.definition.type)).toEqual([
      "inbox",
      "note",
      "snippet",
      "bookmark",
      "highlight",
      "person",
      "task",
      "mail",
      "image",
      "file",
    ]);
  });
});
