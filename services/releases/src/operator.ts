// What the operator's commands and the start of the product call.
export { Apps } from "./apps/apps.ts";
export { machine } from "./audit.ts";
export { Releases } from "./publish-release.ts";
export { Signer } from "./visitors/signer.ts";
