import { z } from "zod";

/** What API tokens may be let do, declared by the area that does it (`contributes: { [API_SCOPES]: [readCards] }`). */
export const API_SCOPES = "apiScopes";

export const ApiScope = z.object({
  /** "cards:read"; it never changes its meaning. */
  name: z
    .string()
    .max(60)
    .regex(/^[a-z][a-z-]*:[a-z][a-z-]*$/),
  /** What it lets a program do, as the person who makes a token reads it. */
  title: z.string().min(1).max(120),
});
export type ApiScope = z.infer<typeof ApiScope>;

/** `defineApiScope("cards:read", "Read and search your cards")` @throws ZodError for another form of name */
export const defineApiScope = (name: string, title: string): ApiScope => ApiScope.parse({ name, title });
