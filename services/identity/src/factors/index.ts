export { FactorStore } from "./factor-store.ts";
export { FactorsModule } from "./factors.module.ts";
export { Factors, factorNotFound } from "./factors.ts";
export { RecoveryCodes } from "./recovery-codes/recovery-codes.ts";
export { recoveryCodes } from "./tables.ts";
