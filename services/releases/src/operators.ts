import { Inject, Injectable } from "@nestjs/common";
import { type Caller, problem, TokenVerifier } from "@tessera/service-kit";
import { z } from "zod";
import { DeployTokens } from "./deploy-tokens.ts";

export const OPERATORS_CONFIG = Symbol("operators configuration");
export const OperatorsConfigSchema = z
  .object({
    TESSERA_ADMINS: z.string().default("").describe("e-mail addresses of administrators, parted by commas, besides the first account"),
  })
  .transform(({ TESSERA_ADMINS }) => ({
    admins: new Set(
      TESSERA_ADMINS.toLowerCase()
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    ),
  }));

/** Who may act on releases: administrators (the first account, people with the role, those configured) on all, an app's deploy token on that app. */
@Injectable()
export class Operators {
  constructor(
    @Inject(OPERATORS_CONFIG) private readonly config: z.infer<typeof OperatorsConfigSchema>,
    private readonly verifier: TokenVerifier,
    private readonly tokens: DeployTokens,
  ) {}

  isAdministrator(caller: Pick<Caller, "email" | "roles">): boolean {
    return caller.roles.some((role) => role === "owner" || role === "admin") || this.config.admins.has(caller.email.toLowerCase());
  }

  /** @throws ProblemException 403 `administrators_only` */
  administrator(caller: Caller): string {
    if (!this.isAdministrator(caller)) throw problem(403, "administrators_only", "Only administrators may see and change releases.");
    return caller.email || caller.userId;
  }

  /** Name of who acts on the app, by an access token or the app's deploy token. @throws ProblemException 401 or 403 */
  async of(app: string, authorization: string | undefined): Promise<string> {
    const jwt = /^Bearer ([^.\s]+\.[^.\s]+\.[^.\s]+)$/i.exec(authorization ?? "")?.[1];
    if (jwt) return this.administrator(await this.verifier.verify(jwt));
    await this.tokens.check(app, authorization);
    return "deploy token";
  }
}
