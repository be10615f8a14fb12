import { createHash, randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { eq, lt, or } from "drizzle-orm";
import type { z } from "zod";
import {
  AuthError,
  type Challenge,
  IDENTITY_CONFIG,
  type IdentityConfig,
  randomToken,
  Secret,
  sameBytes,
  sha256,
  validationFailed,
} from "../core/index.ts";
import type { ExternalAccount, Said } from "../users/index.ts";
import { flowStates, sessions } from "./tables.ts";

/** Abandoned flows are deleted after this. */
const ABANDONED_AFTER_MS = 86_400_000;
/** RFC 7636 §4.2. */
const CHALLENGE = /^[A-Za-z0-9\-._~]{43,128}$/;

/**
 * The PKCE challenge of a request, or null for the implicit flow.
 * @throws AuthError 400 for "plain" or a malformed one
 */
export function challengeOf({ code_challenge, code_challenge_method }: z.infer<typeof Challenge>): string | null {
  if (!code_challenge && !code_challenge_method) return null;
  if (!code_challenge || !code_challenge_method)
    throw validationFailed("PKCE flow requires code_challenge_method and code_challenge");
  if (code_challenge_method.toLowerCase() !== "s256")
    throw validationFailed("code_challenge_method must be s256: a plain challenge protects nothing");
  if (!CHALLENGE.test(code_challenge))
    throw validationFailed("code challenge must have 43 to 128 characters from A-Z a-z 0-9 - . _ ~");
  return code_challenge;
}

/** Tokens for the other service's own API, handed to the client once and not kept. */
export interface ProviderTokens {
  providerToken?: string;
  providerRefreshToken?: string;
}

/** What a code yields besides a session. */
export interface CodeResult {
  tokens?: ProviderTokens;
  /** An account proved elsewhere, to be added to the person's ways to sign in. */
  link?: ExternalAccount;
  /** What a contested sign-up said: the verifier shows that this browser said it. */
  said?: Said;
}

/**
 * PKCE: a mailed link, or another sign-in service, leads to a code, and only the browser that asked holds the verifier
 * that redeems it.
 */
@Injectable()
export class FlowStates {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Secret) private readonly secret: Secret,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** @returns the flow's id, or null for the implicit flow */
  async begin(tx: Tx, challenge: string | null): Promise<string | null> {
    if (!challenge) return null;
    const id = randomUUID();
    await tx.insert(flowStates).values({ id, codeChallenge: challenge, createdAt: this.clock.now() });
    return id;
  }

  /** The link was opened: issues the code for `userId`. @returns the code, or null when the flow is gone */
  async issueCode(
    tx: Tx,
    flowId: string,
    userId: string,
    authenticationMethod: string,
    result?: CodeResult,
  ): Promise<string | null> {
    const code = randomToken();
    const change = {
      userId,
      authenticationMethod,
      authCodeHash: sha256(code),
      authCodeIssuedAt: this.clock.now(),
      sealedResult: result ? this.secret.seal("flow result", JSON.stringify(result)) : null,
    };
    const rows = await tx.update(flowStates).set(change).where(eq(flowStates.id, flowId)).returning();
    return rows.length ? code : null;
  }

  /**
   * Redeems a code, once, whether the verifier is right or not. A second try with the right one ends the session that
   * the first opened: somebody else holds both (RFC 6749 §4.1.2).
   * @returns who is signed in and how, or the refusal
   */
  async redeem(
    tx: Tx,
    code: string,
    verifier: string,
  ): Promise<{ flowId: string; userId: string; method: string; result: CodeResult } | AuthError> {
    const [flow] = await tx
      .select()
      .from(flowStates)
      .where(eq(flowStates.authCodeHash, sha256(code)))
      .for("update");
    if (!flow?.userId || !flow.authCodeIssuedAt || !flow.codeChallenge) return noFlow();
    const computed = createHash("sha256").update(verifier).digest("base64url");
    const isRight = sameBytes(Buffer.from(computed), Buffer.from(flow.codeChallenge));
    if (flow.spentAt) {
      if (isRight && flow.sessionId) await tx.delete(sessions).where(eq(sessions.id, flow.sessionId));
      return noFlow();
    }
    await tx
      .update(flowStates)
      .set({ spentAt: this.clock.now(), sealedResult: null })
      .where(eq(flowStates.id, flow.id));
    if (this.clock.now().getTime() - flow.authCodeIssuedAt.getTime() > this.config.pkceCodeLifetimeMs)
      return new AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired");
    if (!isRight)
      return new AuthError(400, "bad_code_verifier", "code challenge does not match previously saved code verifier");
    const result = flow.sealedResult && this.secret.open("flow result", flow.sealedResult);
    return {
      flowId: flow.id,
      userId: flow.userId,
      method: flow.authenticationMethod ?? "otp",
      result: result ? (JSON.parse(result) as CodeResult) : {},
    };
  }

  /** Keeps which session a code has opened. */
  async opened(tx: Tx, flowId: string, sessionId: string): Promise<void> {
    await tx.update(flowStates).set({ sessionId }).where(eq(flowStates.id, flowId));
  }

  /** Includes what unredeemed codes would have yielded. */
  async purgeAbandoned(tx: Tx): Promise<void> {
    const now = this.clock.now().getTime();
    const isAbandoned = lt(flowStates.createdAt, new Date(now - ABANDONED_AFTER_MS));
    const isExpired = lt(flowStates.authCodeIssuedAt, new Date(now - this.config.pkceCodeLifetimeMs));
    await tx.delete(flowStates).where(or(isAbandoned, isExpired));
  }
}

const noFlow = () => new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
