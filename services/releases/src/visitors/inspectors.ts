import { type Administrators, AdministratorsSchema, readToo } from "@tessera/service-kit";
import { z } from "zod";

export const INSPECTORS = Symbol("inspectors");
/** Who may see why they get which release: the administrators. */
export type Inspectors = Pick<Administrators, "includes">;

/** Nobody, in a process that does not name the administrators: a gateway's alone need not. */
export const InspectorsSchema = z
  .object({ TESSERA_ADMINS: readToo(z.string().optional()), NODE_ENV: readToo(z.string().optional()) })
  .transform((environment): Inspectors => {
    const named = AdministratorsSchema.safeParse(environment);
    return named.success ? named.data : { includes: () => false };
  });
