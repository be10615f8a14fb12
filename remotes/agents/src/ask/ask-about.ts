import type { AskAbout } from "@tessera/shell-api";
import { openAsk } from "./open-ask.ts";

/** Asks about cards that a page shows. */
const askAbout: AskAbout = (about) => openAsk({ about });
export default askAbout;
