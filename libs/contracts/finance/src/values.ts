import { z } from "zod";
import { MAX_AMOUNT, MAX_NAME_LENGTH, MAX_NOTE_LENGTH, MAX_TAG_LENGTH, MAX_TAGS } from "./limits.ts";

/** Minor units of a currency, signed: positive came in. */
export const Amount = z.int().min(-MAX_AMOUNT).max(MAX_AMOUNT);
/** Minor units of a sum: any safe integer. */
export const Sum = z.int();
/** ISO 4217. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, "is not a currency, for example EUR");
/** YYYY-MM-DD, from the year 1 on: there is no year 0. */
export const Day = z.iso.date().refine((day) => day >= "0001", "is in no year of the calendar");
export const Name = z.string().trim().min(1).max(MAX_NAME_LENGTH);
export const Note = z.string().trim().max(MAX_NOTE_LENGTH);
export const Tags = z.array(z.string().trim().min(1).max(MAX_TAG_LENGTH)).max(MAX_TAGS);
/** Grows with each change; sent as `If-Match`. */
export const Version = z.int().min(1);
/** What a change answers beside the thing: the act, which can be undone. */
export const Act = z.object({ act: z.uuid() });
