import { expect, test } from "@jest/globals";
import { DEFAULTS, type Happening, IDLE, next, type State } from "./machine.ts";

/** Pseudo-random numbers below `below`, the same in each run. */
function* numbers(seed: number): Generator<(below: number) => number> {
  let last = seed;
  while (true)
    yield (below) => {
      last = (last * 48_271) % 2_147_483_647;
      return last % below;
    };
}

/** A made-up person at the keyboard: keys go down once and up once, time moves on, the timer comes when it is due. */
function* happenings(seed: number, count: number): Generator<{ happening: Happening; ctrl: boolean; down: boolean }> {
  const random = numbers(seed).next().value!;
  let [at, ctrl, down] = [0, false, false];
  let due: number | null = null;
  for (let index = 0; index < count; index += 1) {
    at += random(300);
    if (due !== null && at >= due && down) {
      due = null;
      yield { happening: { type: "held" }, ctrl, down };
    }
    const choice = random(10);
    if (choice < 5 && !down) {
      [down, due] = [true, at + DEFAULTS.threshold];
      yield { happening: { type: "press", at, ctrl }, ctrl, down };
    } else if (choice < 5) {
      [down, due] = [false, null];
      yield { happening: { type: "release", at }, ctrl, down };
    } else if (choice === 5) {
      ctrl = !ctrl;
      if (!ctrl) yield { happening: { type: "ctrl-release" }, ctrl, down };
    } else if (choice === 6) yield { happening: { type: "blur" }, ctrl, down };
    else if (choice === 7) yield { happening: { type: "other" }, ctrl, down };
    else if (choice === 8) yield { happening: { type: "ended" }, ctrl, down };
    else if (down) yield { happening: { type: "press", at, ctrl, repeat: true }, ctrl, down };
  }
}

test.each([false, true])("whatever is pressed, starts and stops alternate and nothing stays on (Ctrl: %s)", (ctrl) => {
  const trigger = { ...DEFAULTS, requireCtrlKey: ctrl };
  for (let seed = 1; seed <= 300; seed += 1) {
    let state: State = IDLE;
    let listens = false;
    for (const { happening, ctrl: ctrlDown } of happenings(seed, 60)) {
      const step = next(state, happening, trigger);
      if (step.effect === "start") {
        expect(listens).toBe(false);
        if (ctrl) expect(ctrlDown).toBe(true);
        listens = true;
      }
      if (step.effect === "stop") {
        expect(listens).toBe(true);
        listens = false;
      }
      if (happening.type === "ended") listens = false;
      if (happening.type === "press" && state.active) expect(step).toMatchObject({ effect: null, swallow: true });
      if (happening.type === "blur" || (ctrl && happening.type === "ctrl-release")) expect(step.state).toEqual(IDLE);
      expect(step.state.active).toBe(listens);
      state = step.state;
    }
  }
});
