import { openAsk } from "./open-ask.ts";

/** Asks about all cards. @param text what was typed in the palette */
export default (text?: string): Promise<void> => openAsk({ text });
