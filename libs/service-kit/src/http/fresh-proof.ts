import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from "@nestjs/common";
import {
  identityUnreachable,
  insufficientAal,
  reauthenticationNeeded,
  sessionEnded,
} from "@tessera/contracts-core/problems.ts";
import type { KitConfig } from "../config/kit-config.ts";
import type { Caller } from "./caller.ts";
import { problem } from "./problem.ts";

/**
 * Seconds for which a sign-in counts as proof where another issuer signs the tokens; ours says itself
 * (IDENTITY_RECENT_SECONDS).
 */
const RECENT_SECONDS = 15 * 60;
const REQUEST_TIMEOUT_MS = 5_000;
/** Methods of `amr` that are a second factor. */
const SECOND_FACTORS = ["totp", "mfa/totp", "phone", "mfa/phone", "webauthn", "mfa/webauthn", "recovery_code"];

/** Knows whether a person proved just now who they are: an access token alone may be stolen. */
export class FreshProofs {
  constructor(private readonly config: Pick<KitConfig, "jwksUrl" | "hostedIdentity">) {}

  /**
   * Asks the identity service, which knows of proofs that were given in this session; of another issuer only what the
   * token says.
   * @throws ProblemException 401 `session_ended`; 403 `reauthentication_needed` or `insufficient_aal`; 503
   * `identity_unreachable`
   */
  async check(caller: Caller): Promise<void> {
    const code = this.config.hostedIdentity ? refusalOf(caller, Date.now() / 1000) : await this.ask(caller);
    if (code) throw problem(code === "insufficient_aal" ? insufficientAal : reauthenticationNeeded);
  }

  private async ask(caller: Caller): Promise<string | null> {
    const address = this.config.jwksUrl.replace(/\.well-known\/jwks\.json$/, "user/proof");
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${caller.accessToken}`, accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    }).catch(() => null);
    if (answer?.status === 204) return null;
    const { error_code: code } = ((await answer?.json().catch(() => null)) ?? {}) as { error_code?: string };
    if (code === "reauthentication_needed" || code === "insufficient_aal") return code;
    if (answer?.status === 401 || answer?.status === 403) throw problem(sessionEnded);
    throw problem(identityUnreachable, { headers: { "retry-after": "2" } });
  }
}

/** What a token that another issuer signed lacks: with a second factor that factor, now; else any recent sign-in. */
export function refusalOf({ aal, amr }: Pick<Caller, "aal" | "amr">, nowSeconds: number): string | null {
  const counts = (method: string) => aal !== "aal2" || SECOND_FACTORS.includes(method);
  const recent = amr.some(({ method, timestamp }) => counts(method) && nowSeconds - timestamp <= RECENT_SECONDS);
  return recent ? null : "reauthentication_needed";
}

@Injectable()
class FreshProofGuard implements CanActivate {
  constructor(private readonly proofs: FreshProofs) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.proofs.check(context.switchToHttp().getRequest<{ caller: Caller }>().caller);
    return true;
  }
}

export const FRESH_PROOF = "tessera:fresh-proof";
/** Opens a handler only to people who proved just now who they are; others get 403 `reauthentication_needed`. */
export const FreshProof = () => applyDecorators(SetMetadata(FRESH_PROOF, true), UseGuards(FreshProofGuard));
