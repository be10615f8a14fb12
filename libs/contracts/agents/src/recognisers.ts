import { z } from "zod";

/** Where speech can be sent to become text: OpenAI's interface, of the person or of the installation. Since 1.10. */
export const Recogniser = z
  .object({
    /** Of the person's provider, or `INSTALLATION_RECOGNISER_ID`. */
    providerId: z.uuid(),
    name: z.string(),
    /** The host that gets the sound. */
    host: z.string(),
    /** Whether the administrator of the installation set it up, for everybody. */
    ofInstallation: z.boolean(),
    /** Models whose names say that they recognise speech; others may, too. */
    models: z.array(z.string()),
    /** Whether the person's plan lets it be asked. */
    inPlan: z.boolean(),
  })
  .meta({ id: "Recogniser" });
export type Recogniser = z.infer<typeof Recogniser>;

export const RecogniserList = z.object({ items: z.array(Recogniser) }).meta({ id: "RecogniserList" });
export type RecogniserList = z.infer<typeof RecogniserList>;
