import { existsSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError, Environment, parseConfig } from "../config/environment.ts";
import { KitConfigSchema } from "../config/kit-config.ts";
import { Log } from "../log.ts";
import { type OpenDatabase, openDatabase } from "./open.ts";

/**
 * Begins to open the embedded database: it has a thread of its own, which starts while this one loads the services.
 * What is imported here comes before all of them, so it is little. A start that is refused then ends it as a kill does,
 * which a database that has been made stands; making one waits until the start is known to be usable.
 * @returns null where there is none yet, where a server has it, and where the variables are not usable
 */
export function openEarly(variables: Record<string, string | undefined>): Promise<OpenDatabase> | null {
  const config = usable(variables);
  if (!config?.embedded || !existsSync(join(config.dataDir, "database/PG_VERSION"))) return null;
  const opening = openDatabase(config, new Log(config.logLevel));
  opening.catch(() => undefined); // said by who waits for it, later
  return opening;
}

function usable(variables: Record<string, string | undefined>) {
  try {
    return parseConfig(KitConfigSchema, new Environment(variables));
  } catch (error) {
    if (error instanceof ConfigurationError) return null;
    throw error;
  }
}
