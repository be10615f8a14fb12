import { LONG_TEXT } from "./long-text.ts";

/** Debounce before what was typed is saved, in ms. */
export const PAUSE = 800;
/** The same of a long text, of which all is sent, and the longest wait while somebody writes on, in ms. */
const LONG_PAUSE = 2_500;
const MAX_WAIT = 10_000;

/**
 * Milliseconds until what was typed is saved.
 * @param length of the text, in characters
 * @param waited since the first letter that is not saved, in ms
 */
export const pauseBefore = (length: number, waited: number): number =>
  length < LONG_TEXT ? PAUSE : Math.max(0, Math.min(LONG_PAUSE, MAX_WAIT - waited));
