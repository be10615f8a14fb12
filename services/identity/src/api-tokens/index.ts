export { ApiTokensModule } from "./api-tokens.module.ts";
export { apiTokens } from "./tables.ts";
