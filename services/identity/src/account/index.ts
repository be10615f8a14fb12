export { AccountModule } from "./account.module.ts";
export { Erasure } from "./erasure.ts";
