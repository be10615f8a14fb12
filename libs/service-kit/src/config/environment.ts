import type { FactoryProvider } from "@nestjs/common";
import { z } from "zod";

/** The process's variables, injectable so that tests can set them. Read only through `provideConfig`. */
export class Environment {
  /**
   * @param declared the schemas that may read it: those of ServiceDefinition.config, which the environment reference
   * lists
   */
  constructor(
    readonly values: Record<string, string | undefined>,
    private readonly declared?: ReadonlySet<z.ZodType>,
  ) {}

  /** @throws Error when variables are read that no service declares */
  checkDeclared(schema: z.ZodType): void {
    if (this.declared && !this.declared.has(schema))
      throw new Error("These variables are not declared: name their schema in `config` of the service's definition");
  }
}

/** A variable is missing or wrong; the message says which and what it must be. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

/**
 * Parses the variables a part needs, once per process.
 * @throws ConfigurationError naming each variable that is wrong
 */
export function parseConfig<T extends z.ZodType>(schema: T, environment: Environment): z.infer<T> {
  environment.checkDeclared(schema);
  const values = Object.fromEntries(Object.entries(environment.values).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".") || "configuration"}: ${issue.message}`);
  throw new ConfigurationError(`Configuration is not usable. Set these variables:\n${lines.join("\n")}`);
}

/** Provides a part's own configuration under `token`. */
export const provideConfig = <T extends z.ZodType>(token: symbol, schema: T): FactoryProvider<z.infer<T>> => ({
  provide: token,
  inject: [Environment],
  useFactory: (environment: Environment) => parseConfig(schema, environment),
});

/** "true"/"1" and "false"/"0" of a variable. */
export const flag = (fallback: boolean) =>
  z
    .enum(["true", "false", "1", "0"])
    .transform((value) => value === "true" || value === "1")
    .default(fallback);
