import { defineApiScope } from "@tessera/contracts-core/api-scopes.ts";

export const readTransactions = defineApiScope("transactions:read", "Read your transactions and what they add up to");
