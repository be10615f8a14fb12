import { jest } from "@jest/globals";

/** What continues while the date stands: everything but `Date`. */
const GO_ON = [
  ...(["hrtime", "nextTick", "performance", "queueMicrotask", "setImmediate", "clearImmediate"] as const),
  ...(["setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const),
  ...(["requestAnimationFrame", "cancelAnimationFrame", "requestIdleCallback", "cancelIdleCallback"] as const),
];

/**
 * Holds the date of the tests of a file, for what would differ once a minute, a day or a month ends between two lines.
 * Called outside of the tests.
 */
export function holdDate(now: string): void {
  beforeEach(() => {
    jest.useFakeTimers({ now: new Date(now), doNotFake: [...GO_ON] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
}
