import { isTimeZone } from "@tessera/contracts-core/days.ts";
import { z } from "zod";

/** A name of the IANA database. */
export const TimeZone = z.string().max(60).refine(isTimeZone, 'must be a time zone such as "Europe/Berlin"');
