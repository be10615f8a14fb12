/** Constants of specification §9; each may be chosen. */
export const DEFAULTS = {
  /** A press this long, in ms, is a long one. */
  threshold: 500,
  /** `code` of the trigger's key events. */
  key: "Space",
  /** Whether Ctrl must be held to start. */
  requireCtrlKey: false,
} as const;

export interface Trigger {
  threshold: number;
  key: string;
  requireCtrlKey: boolean;
}

export interface State {
  /** Whether speech is being taken down. */
  active: boolean;
  /** The press of the trigger that is in progress, and when it began, in ms. */
  press: { at: number; started: boolean } | null;
}

export const IDLE: State = { active: false, press: null };

/**
 * What happens to a field, as the machine sees it. `held`: the trigger has been down for the threshold. `other`:
 * another key was pressed. `ended`: speech stopped on its own, for example because the microphone was refused.
 */
export type Happening =
  | { type: "press"; at: number; ctrl: boolean; repeat?: boolean }
  | { type: "release"; at: number }
  | { type: "held" | "other" | "ctrl-release" | "blur" | "ended" };

export interface Step {
  state: State;
  /** What the speech controller has to do. */
  effect: "start" | "stop" | null;
  /** Whether the key types nothing. */
  swallow: boolean;
}

/** The transitions of specification §4, "Dictation". Pure: the caller keeps the state and the time. */
export function next(state: State, happening: Happening, trigger: Trigger): Step {
  const { active, press } = state;
  const stay = (swallow = false): Step => ({ state, effect: null, swallow });
  const start = (of: State["press"]): Step => ({ state: { active: true, press: of }, effect: "start", swallow: false });
  const stop: Step = { state: IDLE, effect: active ? "stop" : null, swallow: active };
  switch (happening.type) {
    case "press":
      // A key that is held repeats; its first press has said all.
      if (happening.repeat || press) return stay(active || press !== null);
      if (active)
        return { state: { active, press: { at: happening.at, started: false } }, effect: null, swallow: true };
      if (trigger.requireCtrlKey && !happening.ctrl) return stay();
      return {
        state: { active, press: { at: happening.at, started: false } },
        effect: null,
        swallow: trigger.requireCtrlKey,
      };
    case "held":
      return press && !active ? start({ ...press, started: true }) : stay();
    case "release":
      if (!press) return stay();
      if (active) return stop;
      return happening.at - press.at < trigger.threshold ? start(null) : { ...stop, swallow: false };
    case "other":
      // Somebody who types fast presses the next letter before the space is released.
      return active || !press ? stay() : stop;
    case "ctrl-release":
      return trigger.requireCtrlKey ? { ...stop, swallow: false } : stay();
    case "blur":
      return { ...stop, swallow: false };
    case "ended":
      return { state: { active: false, press }, effect: null, swallow: false };
  }
}
