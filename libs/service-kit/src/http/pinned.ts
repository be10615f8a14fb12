import type { LookupFunction } from "node:net";

/** An address as a resolver answers it. */
export interface ResolvedAddress {
  address: string;
  family: number;
}

/** A lookup that answers the one address that was checked, whatever the name resolves to by now. */
export const pinnedTo =
  (target: ResolvedAddress): LookupFunction =>
  (_host, options, answer) =>
    // Node asks with `all` from version 20 on.
    options.all
      ? answer(null, [target])
      : (answer as (error: null, address: string, family: number) => void)(null, target.address, target.family);
