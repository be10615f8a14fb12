import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { type DictationOptions, dictate } from "./dictate.ts";
import type { DictatedEvent } from "./field.ts";
import { scriptedController } from "./scripted.ts";

let stop: () => void = () => undefined;
beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  stop();
  document.body.replaceChildren();
  jest.useRealTimers();
});

/** A field on the page with dictation over the whole document. */
function open(options: Partial<DictationOptions> = {}, html = "<textarea></textarea>") {
  document.body.innerHTML = html;
  const field = document.querySelector<HTMLTextAreaElement>("textarea, input")!;
  field.focus();
  const controller = scriptedController();
  stop = dictate(document, { controller, ...options });
  return { field, controller };
}

const key = (field: Element, type: string, init: KeyboardEventInit = {}, at?: number) => {
  const event = new KeyboardEvent(type, { code: "Space", key: " ", bubbles: true, cancelable: true, ...init });
  if (at !== undefined) Object.defineProperty(event, "timeStamp", { value: at });
  field.dispatchEvent(event);
  return event;
};
const down = (field: Element, init?: KeyboardEventInit, at?: number) => key(field, "keydown", init, at);
const up = (field: Element, init?: KeyboardEventInit, at?: number) => key(field, "keyup", init, at);
const tap = (field: Element, init?: KeyboardEventInit) => [down(field, init), up(field, init)];
const hold = (field: Element, ms = 500, init?: KeyboardEventInit) => {
  down(field, init);
  jest.advanceTimersByTime(ms);
};

test("[dictation.hold] [dictation.release] holding the trigger past the threshold starts, its release stops", () => {
  const { field, controller } = open();
  hold(field, 499);
  expect(controller.calls).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(controller.calls).toEqual(["start"]);
  up(field);
  expect(controller.calls).toEqual(["start", "stop"]);
});

test("[dictation.tap-start] [dictation.tap-stop] a short tap starts, a second one stops", () => {
  const { field, controller } = open();
  tap(field);
  expect(controller.calls).toEqual(["start"]);
  jest.advanceTimersByTime(10_000);
  expect(controller.calls).toEqual(["start"]);
  tap(field);
  expect(controller.calls).toEqual(["start", "stop"]);
  tap(field);
  expect(controller.calls).toEqual(["start", "stop", "start"]);
});

test("a press as long as the threshold, whose timer came late, is no tap", () => {
  const { field, controller } = open();
  down(field, {}, 1000);
  up(field, {}, 1500);
  expect(controller.calls).toEqual([]);
});

test("[dictation.ctrl] with requireCtrlKey, Ctrl must be held to start and its release stops", () => {
  const { field, controller } = open({ requireCtrlKey: true });
  tap(field);
  hold(field);
  up(field);
  expect(controller.calls).toEqual([]);
  const [press] = tap(field, { ctrlKey: true });
  expect(press!.defaultPrevented).toBe(true);
  expect(controller.calls).toEqual(["start"]);
  key(field, "keyup", { code: "ControlLeft", key: "Control" });
  expect(controller.calls).toEqual(["start", "stop"]);
  hold(field, 500, { ctrlKey: true });
  key(field, "keyup", { code: "ControlLeft", key: "Control" });
  up(field);
  expect(controller.calls).toEqual(["start", "stop", "start", "stop"]);
});

test("without requireCtrlKey the release of Ctrl changes nothing", () => {
  const { field, controller } = open();
  tap(field);
  key(field, "keyup", { code: "ControlLeft", key: "Control" });
  expect(controller.calls).toEqual(["start"]);
});

test("[dictation.blur] losing focus stops, and forgets a press in progress", () => {
  const { field, controller } = open();
  tap(field);
  field.blur();
  expect(controller.calls).toEqual(["start", "stop"]);
  field.focus();
  down(field);
  field.blur();
  jest.advanceTimersByTime(1000);
  expect(controller.calls).toEqual(["start", "stop"]);
});

test("another window in front stops it, too", () => {
  const { field, controller } = open();
  tap(field);
  window.dispatchEvent(new FocusEvent("blur"));
  expect(controller.calls).toEqual(["start", "stop"]);
});

test("[dictation.active-trigger] while active, pressing the trigger types nothing and starts nothing", () => {
  const { field, controller } = open();
  const seen = jest.fn();
  tap(field);
  field.addEventListener("keydown", seen);
  const press = down(field);
  expect(press.defaultPrevented).toBe(true);
  expect(seen).not.toHaveBeenCalled();
  jest.advanceTimersByTime(5000);
  expect(controller.calls).toEqual(["start"]);
});

test("a key that repeats while it is held types one space, and none in an empty field", () => {
  const { field } = open();
  expect(tap(field)[0]!.defaultPrevented).toBe(true);
  tap(field);
  field.value = "buy";
  expect(down(field).defaultPrevented).toBe(false);
  expect(down(field, { repeat: true }).defaultPrevented).toBe(true);
});

test.each([
  ["", "milk", "milk"],
  ["buy", "milk", "buy milk"],
  ["buy ", "milk", "buy milk"],
  ["buy", " milk", "buy milk"],
  ["buy\n", "milk", "buy\nmilk"],
])("[dictation.append] %j and %j give %j", (before, said, after) => {
  const { field, controller } = open();
  field.value = before;
  tap(field);
  controller.say(said);
  expect(field.value).toBe(after);
});

test("[dictation.input-event] an input event is dispatched, then the transcript is cleared", () => {
  const { field, controller } = open();
  const seen: unknown[] = [];
  document.addEventListener("input", (event) => seen.push([event.target, field.value, controller.transcript.get()]), {
    once: true,
  });
  tap(field);
  controller.say("milk");
  expect(seen).toEqual([[field, "milk", "milk"]]);
  expect(controller.transcript.get()).toBe("");
  controller.say("milk");
  expect(field.value).toBe("milk milk");
});

test("words that come after the end are written into the field they were said for", () => {
  const { field, controller } = open();
  tap(field);
  field.blur();
  controller.say("late");
  expect(field.value).toBe("late");
});

test("words for a field that is gone are handed back", () => {
  const onLost = jest.fn();
  const { field, controller } = open({ onLost });
  tap(field);
  field.remove();
  controller.say("still here");
  expect(onLost).toHaveBeenCalledWith("still here");
  expect(controller.transcript.get()).toBe("");
});

test("a selection elsewhere in the text stays, a caret at the end follows", () => {
  const { field, controller } = open();
  field.value = "buy bread";
  field.setSelectionRange(0, 3);
  tap(field);
  controller.say("and milk");
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 3]);
  field.setSelectionRange(field.value.length, field.value.length);
  controller.say("now");
  expect(field.selectionStart).toBe(field.value.length);
});

test("[dictation.no-controller] without a controller it says so in the log and does nothing", () => {
  const log = jest.spyOn(console, "error").mockImplementation(() => undefined);
  const { field } = open({ controller: undefined });
  expect(log).toHaveBeenCalledWith("Speech controller is required");
  tap(field);
  expect(down(field).defaultPrevented).toBe(false);
  log.mockRestore();
});

test("[dictation.defaults] 500 ms, Space and no Ctrl; each may be chosen", () => {
  const { field, controller } = open({ threshold: 200, key: "F2", requireCtrlKey: true });
  tap(field, { ctrlKey: true });
  expect(controller.calls).toEqual([]);
  const chosen = { code: "F2", key: "F2", ctrlKey: true };
  hold(field, 200, chosen);
  expect(controller.calls).toEqual(["start"]);
  stop();
  const defaults = open();
  hold(defaults.field, 500);
  expect(defaults.controller.calls).toEqual(["start"]);
});

test.each([
  ["<textarea></textarea>", true],
  ['<input type="text">', true],
  ["<input>", true],
  ['<input type="search">', true],
  ['<input type="password">', false],
  ['<input type="number">', false],
  ["<textarea readonly></textarea>", false],
  ["<input disabled>", false],
  ['<div data-dictation="off"><textarea></textarea></div>', false],
])("[dictation.fields] %s: %s", (html, works) => {
  const { field, controller } = open({}, html);
  tap(field);
  expect(controller.calls).toEqual(works ? ["start"] : []);
});

test("keys of an input method, and shortcuts with Alt or Meta, are not the trigger", () => {
  const { field, controller } = open();
  tap(field, { isComposing: true });
  tap(field, { altKey: true });
  tap(field, { metaKey: true });
  expect(controller.calls).toEqual([]);
});

test("the next letter, pressed before the space is released, makes the press typing", () => {
  const { field, controller } = open();
  down(field);
  down(field, { code: "KeyW", key: "w" });
  up(field);
  expect(controller.calls).toEqual([]);
});

test("for people who type, a tap soon after another key is a space, and typing ends what a tap began", () => {
  const { field, controller } = open({ typingPause: 1000 });
  down(field, { code: "KeyW", key: "w" }, 1000);
  const typed = down(field, {}, 1900);
  up(field, {}, 1950);
  expect([typed.defaultPrevented, controller.calls]).toEqual([false, []]);
  down(field, {}, 2901);
  up(field, {}, 2950);
  expect(controller.calls).toEqual(["start"]);
  down(field, { code: "KeyW", key: "w" }, 3000);
  expect(controller.calls).toEqual(["start", "stop"]);
});

test("for people who type, holding the trigger starts at once after another key, and its release stops", () => {
  const { field, controller } = open({ typingPause: 1000 });
  down(field, { code: "KeyW", key: "w" }, 1000);
  expect(down(field, {}, 1100).defaultPrevented).toBe(false);
  jest.advanceTimersByTime(300);
  // The key repeats until it is clear that it is held; more spaces are not what was wanted.
  expect(down(field, { repeat: true }, 1400).defaultPrevented).toBe(true);
  jest.advanceTimersByTime(200);
  expect(controller.calls).toEqual(["start"]);
  up(field, {}, 2500);
  expect(controller.calls).toEqual(["start", "stop"]);
  // A person who types fast presses the next letter before the space is up.
  down(field, { code: "KeyW", key: "w" }, 4000);
  down(field, {}, 4100);
  down(field, { code: "KeyA", key: "a" }, 4150);
  up(field, {}, 4200);
  jest.advanceTimersByTime(1000);
  expect(controller.calls).toEqual(["start", "stop"]);
});

test("a controller that stops on its own makes it idle, and the next tap starts it again", () => {
  const onChange = jest.fn();
  const { field, controller } = open({ onChange });
  tap(field);
  controller.end("No microphone was found.");
  expect(controller.calls).toEqual(["start"]);
  tap(field);
  expect(controller.calls).toEqual(["start", "start"]);
  expect(onChange.mock.calls).toEqual([[field], [null], [field]]);
});

test("one field on its own: nothing happens in others", () => {
  document.body.innerHTML = "<textarea></textarea><input>";
  const [mine, other] = [document.querySelector("textarea")!, document.querySelector("input")!];
  const controller = scriptedController();
  stop = dictate(mine, { controller });
  other.focus();
  tap(other);
  expect(controller.calls).toEqual([]);
  mine.focus();
  tap(mine);
  expect(controller.calls).toEqual(["start"]);
});

describe("spoken commands", () => {
  const spoken = (html?: string) => open({ spokenCommands: true }, html);

  test("are words until they are switched on", () => {
    const { field, controller } = open();
    tap(field);
    controller.say("milk comma eggs");
    expect(field.value).toBe("milk comma eggs");
  });

  test.each([
    ["", ["Hello, comma, how are you? Question mark."], "Hello, how are you?"],
    ["buy", ["milk", "comma", "eggs"], "buy milk, eggs"],
    // The press of the trigger leaves a space.
    ["buy milk ", ["comma eggs"], "buy milk, eggs"],
    ["buy milk\n", ["colon eggs"], "buy milk\n: eggs"],
    ["buy milk", ["New paragraph.", "bread"], "buy milk\n\nBread"],
    ["I mean (", ["milk", "close bracket"], "I mean (milk)"],
    ["buy", ["milk full", "stop eggs"], "buy milk. Eggs"],
    ["buy milk.", ["Eggs.", "Scratch that.", "Bread."], "buy milk. Bread."],
    ["buy", ["scratch that"], "buy"],
    ["buy", [".5 litres comma"], "buy .5 litres,"],
    ["buy", [" milk", "two  eggs"], "buy milk two  eggs"],
  ])("%j and %j give %j", (before, pieces, after) => {
    const { field, controller } = spoken();
    field.value = before;
    tap(field);
    for (const piece of pieces) controller.say(piece);
    expect(field.value).toBe(after);
    expect(controller.transcript.get()).toBe("");
  });

  test("break no line in a field of one line", () => {
    const { field, controller } = spoken("<input>");
    tap(field);
    for (const piece of ["milk", "new line", "eggs"]) controller.say(piece);
    expect(field.value).toBe("milk Eggs");
  });

  test("take back only what this dictation has written, and nothing that was changed since", () => {
    const { field, controller } = spoken();
    tap(field);
    controller.say("milk");
    tap(field);
    tap(field);
    controller.say("scratch that");
    expect(field.value).toBe("milk");
    controller.say("and bread");
    field.value += "s";
    controller.say("scratch that");
    expect(field.value).toBe("milk and breads");
    controller.say("comma eggs");
    expect(field.value).toBe("milk and breads, eggs");
  });

  test("dispatch an input event for what changes, and none where nothing does", () => {
    const { field, controller } = spoken();
    const seen: string[] = [];
    field.addEventListener("input", (event) => seen.push((event as InputEvent).inputType));
    tap(field);
    for (const piece of ["scratch that", "milk", "comma", "eggs", "scratch that"]) controller.say(piece);
    expect(field.value).toBe("milk,");
    expect(seen).toEqual(["insertText", "insertText", "insertText", "insertReplacementText"]);
  });

  test("are carried out in what is still being recognized, and in words whose field is gone", () => {
    const [onPartial, onLost] = [jest.fn(), jest.fn()];
    const { field, controller } = open({ spokenCommands: true, onPartial, onLost });
    tap(field);
    controller.murmur("milk full");
    controller.murmur("milk full stop");
    expect(onPartial.mock.calls).toEqual([["milk full"], ["milk."]]);
    field.remove();
    controller.say("milk full stop");
    expect(onLost).toHaveBeenCalledWith("milk.");
  });

  test("reach an editor that is no field, as a change or, where it asks for none, on their own", () => {
    document.body.innerHTML = '<div data-dictation="editor" tabindex="0"></div>';
    const editor = document.querySelector<HTMLElement>("div")!;
    const controller = scriptedController();
    stop = dictate(document, { controller, spokenCommands: true });
    editor.focus();
    let text = "buy";
    const seen: string[] = [];
    editor.addEventListener("dictated", (event) => {
      const { detail, change } = event as DictatedEvent;
      seen.push(detail);
      const { from, text: added } = change!(text);
      text = text.slice(0, from) + added;
    });
    tap(editor);
    for (const piece of ["milk", "full stop", "eggs", "scratch that"]) controller.say(piece);
    expect([text, seen]).toEqual(["buy milk.", ["milk", ".", "eggs", ""]]);
  });
});

test("in what takes commands, the trigger is held; what was said is handed over with the start it was said after", () => {
  const { controller } = open(
    { spokenCommands: true },
    '<textarea></textarea><ul data-dictation="commands"><li tabindex="0">Row <button>Archive</button></li></ul>',
  );
  const [area, row, button] = ["ul", "li", "button"].map((name) => document.querySelector<HTMLElement>(name)!);
  const heard: [string, number | undefined][] = [];
  area!.addEventListener("dictated", (event) =>
    heard.push([(event as DictatedEvent).detail, (event as DictatedEvent).start]),
  );
  row!.focus();
  const [press] = tap(row!);
  expect([controller.calls, press!.defaultPrevented]).toEqual([[], true]);
  hold(row!);
  controller.say("Tag comma");
  controller.say("and archive");
  up(row!);
  expect(controller.calls).toEqual(["start", "stop"]);
  hold(row!);
  controller.say("undo");
  up(row!);
  expect(heard).toEqual([
    ["Tag comma", 1],
    ["and archive", 1],
    ["undo", 2],
  ]);
  // A button in it keeps its key, and a page in which nothing has the focus stands for what it shows.
  expect(down(button!).defaultPrevented).toBe(false);
  up(button!);
  hold(document.body);
  up(document.body);
  expect(controller.calls.length).toBe(6);
});
