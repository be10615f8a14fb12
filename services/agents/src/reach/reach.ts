/** Injects what may be reached (Reach). */
export const REACH = Symbol("reach of providers");
