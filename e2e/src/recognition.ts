/** For what is said in a recording: recognition works at low priority, and a busy machine has little of itself left. */
export const UNTIL_RECOGNISED = { timeout: 300_000 };
