import { defineApiScope } from "@tessera/contracts-core/api-scopes.ts";

export const readCards = defineApiScope("cards:read", "Read and search your cards");
export const writeCards = defineApiScope("cards:write", "Add cards, change them, and move them to the trash");
