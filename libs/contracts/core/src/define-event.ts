import type { z } from "zod";

/** Something that happened, published by one service to any other. Catalogues list them (`events.ts` of each area). */
export interface EventDefinition<Schema extends z.ZodObject = z.ZodObject> {
  /** `<service>.<what-happened>`; its meaning never changes. */
  readonly topic: string;
  /**
   * The payload. It lets through members that it does not know: those who publish may be newer than those who listen.
   */
  readonly schema: Schema;
  /** What happened, in a sentence; for the catalogue. */
  readonly meaning: string;
}

/** What a publisher passes. */
export type EventInput<E extends EventDefinition> = z.input<E["schema"]>;
/** What a consumer gets. */
export type EventPayload<E extends EventDefinition> = z.output<E["schema"]>;

/** `defineEvent("identity.user-deleted", z.object({ userId: z.uuid() }), "An account was deleted for good.")` */
export const defineEvent = <Schema extends z.ZodObject>(
  topic: string,
  schema: Schema,
  meaning: string,
): EventDefinition<Schema> => ({
  topic,
  schema,
  meaning,
});
