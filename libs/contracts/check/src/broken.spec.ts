import { z } from "zod";
import { broken, refusalsOf } from "./broken.ts";
import { type Shape, written } from "./shape.ts";

type Schemas = Record<string, z.ZodType>;

const shape = (
  parts: { requests?: Schemas; answers?: Schemas; events?: Schemas } & Partial<Pick<Shape, "operations" | "problems">>,
): Shape => ({
  version: "1.0.0",
  operations: parts.operations ?? {},
  requests: written(Object.entries(parts.requests ?? {}), "input"),
  answers: written(Object.entries(parts.answers ?? {}), "output"),
  events: written(Object.entries(parts.events ?? {}), "input"),
  problems: parts.problems ?? {},
});

const changed = (direction: "requests" | "answers" | "events", before: z.ZodType, now: z.ZodType) =>
  broken(shape({ [direction]: { A: before } }), shape({ [direction]: { A: now } }));

const text = z.strictObject({ text: z.string().max(10), colour: z.enum(["red", "blue"]).optional() });

describe("what a service takes", () => {
  it.each([
    ["a new member that may be left out", text.extend({ note: z.string().optional() })],
    ["a new member with a default", text.extend({ note: z.string().default("") })],
    ["longer texts", text.extend({ text: z.string().max(20) })],
    ["texts of any length", text.extend({ text: z.string() })],
    ["one more value", text.extend({ colour: z.enum(["red", "blue", "green"]).optional() })],
    ["a member that may be left out from now on", text.partial()],
    ["another kind beside the old one", text.extend({ text: z.union([z.string().max(10), z.number()]) })],
    ["null as well", text.extend({ text: z.string().max(10).nullable() })],
  ])("may be widened by %s", (_, now) => expect(changed("requests", text, now)).toEqual([]));

  it.each([
    ["a member that must be sent", text.extend({ note: z.string() }), "request A/note: is missing"],
    ["a member that may no longer be left out", text.required(), "request A/colour: may be missing"],
    ["a member that is gone", text.omit({ colour: true }), "request A/colour: is not known"],
    ["shorter texts", text.extend({ text: z.string().max(5) }), "request A/text: maxLength 10 beyond 5"],
    [
      "a bound where there was none",
      text.extend({ text: z.string().min(1).max(10) }),
      "request A/text: minLength anything beyond 1",
    ],
    ["one value less", text.extend({ colour: z.enum(["red"]).optional() }), 'request A/colour: the value "blue"'],
    ["another type", text.extend({ text: z.number() }), "request A/text: string instead of number"],
    [
      "another pattern",
      text.extend({ text: z.string().max(10).regex(/^a/) }),
      'request A/text: pattern anything beyond "^a"',
    ],
  ])("breaks with %s", (_, now, reason) => expect(changed("requests", text, now)).toContain(reason));

  it("breaks deep within lists and records, too", () => {
    const list = (max: number) => z.strictObject({ rows: z.array(z.record(z.string(), z.string().max(max))).max(3) });
    expect(changed("requests", list(9), list(8))).toEqual(["request A/rows[]/*: maxLength 9 beyond 8"]);
    expect(changed("requests", list(8), list(9))).toEqual([]);
  });

  it("breaks when a member of an open object is no longer read", () =>
    expect(changed("requests", z.object({ a: z.string().optional() }), z.object({}))).toEqual([
      "request A/a: is gone",
    ]));
});

describe("what a service gives", () => {
  const row = z.object({
    id: z.uuid(),
    state: z.enum(["open", "done"]),
    line: z.string().nullable(),
    note: z.string().optional(),
  });

  it.each([
    ["a new member", row.extend({ count: z.int() })],
    ["a member that is always there from now on", row.required()],
    ["one value less", row.extend({ state: z.enum(["open"]) })],
    ["a text that is always there", row.extend({ line: z.string() })],
  ])("may change by %s", (_, now) => expect(changed("answers", row, now)).toEqual([]));

  it.each([
    ["a member that is gone", row.omit({ id: true }), "answer A/id: is missing"],
    ["a member that was optional and is gone", row.omit({ note: true }), "answer A/note: is gone"],
    ["a member that may be missing", row.partial({ id: true }), "answer A/id: may be missing"],
    ["one value more", row.extend({ state: z.enum(["open", "done", "late"]) }), 'answer A/state: the value "late"'],
    ["null", row.extend({ id: z.uuid().nullable() }), "answer A/id: null instead of string"],
    ["another format", row.extend({ id: z.string() }), 'answer A/id: format anything beyond "uuid"'],
  ])("breaks with %s", (_, now, reason) => expect(changed("answers", row, now)).toContain(reason));

  it("is compared behind names, once", () => {
    const page = (part: z.ZodType) => z.object({ rows: z.array(part), first: part });
    const named = (part: z.ZodObject) => page(part.meta({ id: "Row" }));
    const registered = shape({ answers: { Page: named(row.extend({ b: z.string() })) } });
    z.globalRegistry.clear();
    const now = shape({ answers: { Page: named(row.extend({ b: z.number() })) } });
    expect(broken(registered, now)).toEqual(["answer Row/b: number instead of string"]);
  });
});

describe("an event", () => {
  const event = z.object({ userId: z.uuid(), kind: z.enum(["a", "b"]) });
  it("may grow by what may be missing", () =>
    expect(changed("events", event, event.extend({ note: z.string().optional() }))).toEqual([]));
  it.each([
    ["a member that consumers of now need", event.extend({ note: z.string() }), "event A/note: is missing"],
    ["a member that consumers of before need", event.partial({ kind: true }), "event A/kind: may be missing"],
    [
      "a value that consumers of before do not know",
      event.extend({ kind: z.enum(["a", "b", "c"]) }),
      'event A/kind: the value "c"',
    ],
    ["a value that consumers of now do not know", event.extend({ kind: z.enum(["a"]) }), 'event A/kind: the value "b"'],
  ])("breaks with %s", (_, now, reason) => expect(changed("events", event, now)).toContain(reason));
});

describe("a contract", () => {
  const before = shape({
    operations: { "GET /api/a": "A", "GET /api/b": "B" },
    requests: { New: text },
    answers: { A: text, B: text },
    events: { "a.made": z.object({}) },
    problems: { a_not_found: [404], a_busy: [409, 503] },
  });

  it("may answer where it answered nothing, and not the other way round", () => {
    const silent = shape({ operations: { "POST /api/a": "void" } });
    const telling = shape({ operations: { "POST /api/a": "A" } });
    expect(broken(silent, telling)).toEqual([]);
    expect(broken(telling, silent)).toEqual(["POST /api/a answers void instead of A"]);
  });

  it("breaks with an operation, an answer, a schema, an event or a problem that is gone", () => {
    const now = shape({
      operations: { "GET /api/a": "B" },
      answers: { B: text },
      problems: { a_not_found: [410], a_busy: [503] },
    });
    expect(broken(before, now)).toEqual([
      "GET /api/a answers B instead of A",
      "GET /api/b is gone",
      "request New is gone",
      "answer A is gone",
      "event a.made is gone",
      "problem a_not_found (404) is gone",
      "problem a_busy (409) is gone",
    ]);
  });

  it("may name a schema that no operation named before, in one direction", () => {
    const unnamed = shape({ requests: { List: text }, answers: { List: text } });
    expect(broken(unnamed, shape({ answers: { List: text } }))).toEqual([]);
    expect(broken(unnamed, shape({}))).toEqual(["request List is gone", "answer List is gone"]);
    expect(broken(shape({ requests: { List: text } }), shape({ answers: { List: text } }))).toEqual([
      "request List is gone",
    ]);
  });

  it("may grow, with a version above the last one", () => {
    const grown = { ...before, operations: { ...before.operations, "GET /api/c": "A" } };
    expect(broken(before, grown)).toEqual([]);
    const needed = ["the shape changed: raise the version above 1.0.0"];
    expect(refusalsOf(before, grown)).toEqual(needed);
    expect(refusalsOf({ ...before, version: "1.10.0" }, { ...grown, version: "1.9.9" })).toEqual([
      needed[0]!.replace("1.0.0", "1.10.0"),
    ]);
    for (const version of ["1.0.1", "1.1.0", "2.0.0"]) expect(refusalsOf(before, { ...grown, version })).toEqual([]);
  });

  it("that breaks asks for a new major version, under which nothing was published yet", () => {
    const less = { ...before, operations: {}, version: "1.4.0" };
    expect(refusalsOf(before, less)).toContain("GET /api/a is gone: keep it, or raise the major version above 1.0.0");
    expect(refusalsOf(null, { ...less, version: "2.0.0" })).toEqual([]);
  });
});
