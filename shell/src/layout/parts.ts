import { createPart } from "./part.ts";

/** What pages of remotes and the default layout need beside the application. */
export const framed = createPart(() => import(/* webpackChunkName: "framed" */ "./framed.tsx"));

/** For visitors who see other releases than everybody else. */
export const overrideBanner = createPart(
  () => import(/* webpackChunkName: "override-banner" */ "./override-banner.tsx"),
);
