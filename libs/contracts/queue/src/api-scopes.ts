import { defineApiScope } from "@tessera/contracts-core/api-scopes.ts";

export const readQueue = defineApiScope("queue:read", "See what waits in your queue");
export const decideQueue = defineApiScope("queue:write", "Decide what waits in your queue, also what agents ask");
