import type { Put } from "@tessera/speech/vocabulary/replace-heard.ts";
import type { SpeechController } from "./controller.ts";
import {
  append,
  changeEnd,
  command,
  fieldOf,
  isEmpty,
  isSingleLine,
  replaceLast,
  type TextField,
  takesCommands,
} from "./field.ts";
import { DEFAULTS, type Happening, IDLE, next, type Trigger } from "./machine.ts";
import { spokenCommands } from "./spoken-commands.ts";
import { SpokenText } from "./spoken-text.ts";

/** Starts whose text may still come. */
const MAX_LATE_STARTS = 20;

export interface DictationOptions extends Partial<Trigger> {
  /** Required; without one dictation logs "Speech controller is required" and does nothing. */
  controller: SpeechController | null | undefined;
  /**
   * For people who also type: a tap within so many ms after another key only writes a space, and another key ends
   * dictation that a tap began. 0, the default: every tap counts (decisions/001).
   */
  typingPause?: number;
  /** Whether "comma" and its like write what they name (spoken-commands.ts); false by default. */
  spokenCommands?: boolean;
  /** Called when dictation begins in a field, and with null when it ends. */
  onChange?(field: TextField | null): void;
  /** Called with what is being recognized and may still change, as it would be written. */
  onPartial?(text: string): void;
  /** Called with text for a field that has left the page. */
  onLost?(text: string): void;
  /** Called with what the person's vocabulary put into a field; `takeBack` writes what was heard instead. */
  onPut?(put: readonly Put[], takeBack: () => void): void;
}

/**
 * Dictation in a text field, or in all text fields below an element or in a document.
 * @returns what ends it
 */
export function dictate(root: HTMLElement | Document, options: DictationOptions): () => void {
  const { controller, typingPause = 0, onChange, onPartial, onLost } = options;
  if (!controller) {
    console.error("Speech controller is required");
    return () => undefined;
  }
  const trigger: Trigger = {
    threshold: options.threshold ?? DEFAULTS.threshold,
    key: options.key ?? DEFAULTS.key,
    requireCtrlKey: options.requireCtrlKey ?? DEFAULTS.requireCtrlKey,
  };
  let state = IDLE;
  let field: TextField | null = null;
  /** The last starts by their number: what was said before the last one may come after it. */
  const starts = new Map<number, { field: TextField | null; spoken: SpokenText | null }>();
  let started = 0;
  let typedAt = Number.NEGATIVE_INFINITY;
  /** Whether a tap of the press in progress starts nothing: somebody types a space, or the keys are a list's. */
  let onlyHeld = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const happens = (happening: Happening, at: TextField | null = field): boolean => {
    const step = next(state, happening, trigger);
    const was = state;
    state = step.state;
    if (state.press !== was.press) {
      clearTimeout(timer);
      if (state.press && !state.active) timer = setTimeout(() => happens({ type: "held" }, at), trigger.threshold);
    }
    if (step.effect === "start") {
      field = at;
      starts.set(++started, {
        field: at,
        spoken: at && options.spokenCommands && !takesCommands(at) ? new SpokenText(isSingleLine(at)) : null,
      });
      starts.delete(started - MAX_LATE_STARTS);
      controller.start();
    }
    if (step.effect === "stop") controller.stop();
    if (was.active !== state.active) onChange?.(state.active ? field : null);
    return step.swallow;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const at = fieldOf(event.target);
    if (!at || event.isComposing) return;
    if (event.code !== trigger.key || event.altKey || event.metaKey) return onOtherKey(event);
    const isTyping = !event.ctrlKey && event.timeStamp - typedAt < typingPause;
    if (!state.press) onlyHeld = !state.active && (takesCommands(at) || isTyping);
    if (isTyping && onlyHeld && !event.repeat) typedAt = event.timeStamp;
    if (happens({ type: "press", at: event.timeStamp, ctrl: event.ctrlKey, repeat: event.repeat }, at)) swallow(event);
    // Nobody begins a text with a space, and what takes commands is not scrolled by it.
    else if (state.press && (takesCommands(at) || (!onlyHeld && isEmpty(at)))) event.preventDefault();
  };
  const onOtherKey = (event: KeyboardEvent) => {
    if (/^(Control|Shift|Alt|Meta)/.test(event.key)) return;
    typedAt = event.timeStamp;
    happens({ type: "other" });
    if (typingPause > 0 && state.active && !state.press) happens({ type: "blur" });
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === "Control") happens({ type: "ctrl-release" });
    else if (event.code === trigger.key) {
      const isTap = onlyHeld && !state.active;
      const happening: Happening = isTap ? { type: "other" } : { type: "release", at: event.timeStamp };
      if (happens(happening, fieldOf(event.target))) swallow(event);
    }
  };
  const onFocusOut = () => void happens({ type: "blur" });

  const asWritten = (text: string, at = field) =>
    options.spokenCommands && !(at && takesCommands(at)) ? spokenCommands(text) : text;
  const write = () => {
    const text = controller.transcript.get();
    if (!text) return;
    const { saidAfter = started } = controller;
    const { field: target, spoken } = starts.get(saidAfter) ?? {};
    if (!target?.isConnected) onLost?.(asWritten(text, target));
    else if (takesCommands(target)) command(target, text, saidAfter);
    else if (spoken) changeEnd(target, (before) => spoken.add(before, text), asWritten(text));
    else append(target, text);
    const { put = [] } = controller;
    if (put.length && target?.isConnected && !takesCommands(target))
      options.onPut?.(put, () => {
        for (const { text, heard } of put.toReversed()) replaceLast(target, text, heard);
      });
    controller.transcript.set("");
  };

  const target = root as HTMLElement;
  target.addEventListener("keydown", onKeyDown, true);
  target.addEventListener("keyup", onKeyUp, true);
  target.addEventListener("focusout", onFocusOut, true);
  const window = target.ownerDocument?.defaultView ?? globalThis;
  window.addEventListener("blur", onFocusOut);
  const stopWriting = controller.transcript.subscribe(write);
  const stopPartials = controller.onPartial?.((text) => onPartial?.(asWritten(text)));
  const stopEnds = controller.onEnd?.(() => void happens({ type: "ended" }));
  return () => {
    happens({ type: "blur" });
    target.removeEventListener("keydown", onKeyDown, true);
    target.removeEventListener("keyup", onKeyUp, true);
    target.removeEventListener("focusout", onFocusOut, true);
    window.removeEventListener("blur", onFocusOut);
    stopPartials?.();
    stopEnds?.();
    stopWriting();
  };
}

/** The key types nothing and starts nothing. */
function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
