import type { z } from "zod";
import { FilesConfigSchema } from "../files/files-config.ts";
import { KitConfigSchema } from "./kit-config.ts";

/** What the kit itself reads of the environment in every process. */
export const kitVariables: z.ZodType[] = [KitConfigSchema, FilesConfigSchema];
