import { Inject, Injectable } from "@nestjs/common";
import { administratorsOnly } from "@tessera/contracts-releases/problems.ts";
import { type Administrators, type Caller, problem, TokenVerifier } from "@tessera/service-kit";
import { type Actor, machine } from "./audit.ts";
import { DeployTokens } from "./deploy-tokens.ts";

export const ADMINISTRATORS = Symbol("administrators");

/** Who may act on releases: administrators on all, an app's deploy token on that app. */
@Injectable()
export class Operators {
  constructor(
    @Inject(ADMINISTRATORS) private readonly administrators: Administrators,
    private readonly verifier: TokenVerifier,
    private readonly tokens: DeployTokens,
  ) {}

  isAdministrator(caller: Pick<Caller, "email" | "roles">): boolean {
    return this.administrators.includes(caller);
  }

  /** @throws ProblemException 403 `administrators_only` */
  administrator(caller: Caller): Actor {
    if (!this.isAdministrator(caller)) throw problem(administratorsOnly);
    return { name: caller.email || caller.userId, userId: caller.userId };
  }

  /** Who acts on the app, by an access token or the app's deploy token. @throws ProblemException 401 or 403 */
  async of(app: string, authorization: string | undefined): Promise<Actor> {
    const jwt = /^Bearer ([^.\s]+\.[^.\s]+\.[^.\s]+)$/i.exec(authorization ?? "")?.[1];
    if (jwt) return this.administrator(await this.verifier.verify(jwt));
    await this.tokens.check(app, authorization);
    return machine("deploy token");
  }
}
