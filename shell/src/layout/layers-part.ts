import { createPart } from "./part.ts";

/** What lies over a page. Apart from parts.ts, as the frame, which is one of those, opens menus of it. */
export const layers = createPart(() => import(/* webpackChunkName: "layers" */ "./layers.tsx"));
