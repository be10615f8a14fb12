import { defineApiScope } from "@tessera/contracts-core/api-scopes.ts";

export const readTranscripts = defineApiScope("transcripts:read", "Find and read what is said in your recordings");
