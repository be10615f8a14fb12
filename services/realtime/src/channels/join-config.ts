import { z } from "zod";

/** Bindings to changes that one channel may have. */
const MAX_BINDINGS = 100;

export const Binding = z.looseObject({
  event: z.enum(["*", "INSERT", "UPDATE", "DELETE"]),
  schema: z.string().min(1),
  table: z.string().min(1).optional(),
  filter: z.string().max(2000).nullish(),
  select: z.array(z.string()).max(100).nullish(),
});
export type Binding = z.infer<typeof Binding>;

/** What a client asks for when it joins; what it does not name is off. */
export const Join = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({
      broadcast: z.object({ self: z.boolean().default(false), ack: z.boolean().default(false) }).prefault({}),
      presence: z
        .object({
          key: z.string().max(255).default(""),
          enabled: z.boolean().default(false),
        })
        .prefault({}),
      postgres_changes: z.array(Binding).max(MAX_BINDINGS).nullish(),
      private: z.boolean().default(false),
    })
    .prefault({}),
});
export type JoinConfig = z.infer<typeof Join>["config"];
