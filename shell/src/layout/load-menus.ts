import { holdKeysUntilDialog } from "../commands/hold-keys.ts";
import type { Services } from "../services.ts";
import { layers } from "./layers-part.ts";

/** The menus of the frame; undefined when they did not arrive, which the person is told. */
export const loadMenus = ({ notices }: Pick<Services, "notices">) =>
  holdKeysUntilDialog(() => layers.load()).catch(() => {
    notices.show({ intent: "error", message: NOT_ARRIVED });
    return undefined;
  });

/** Of what lies over a page. */
export const NOT_ARRIVED = "This part of Tessera did not arrive. Check your connection and try again.";
