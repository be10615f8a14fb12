import { z } from "zod";

/** Topic: an account was deleted for good. Every service forgets what it holds of the person. */
export const USER_DELETED = "identity.user-deleted";
export const UserDeleted = z.object({ userId: z.uuid() });
