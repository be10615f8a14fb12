import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { AuthError, IDENTITY_CONFIG, type IdentityConfig, Secret, sameBytes, sha256 } from "../../core/index.ts";
import { type FlowStateRow, flowStates } from "../../sessions/index.ts";

export interface NewFlow {
  provider: string;
  /** Where the browser ends up; already checked against the redirect list. */
  redirectTo: string;
  /** Null in the implicit flow: then the browser must be bound. */
  challenge: string | null;
  /** From `bindBrowser`. */
  browser: string | null;
  /** What the provider's answer must name. */
  nonce?: string;
  /** Our own PKCE verifier towards the provider. */
  verifier?: string;
  /** The person whose ways to sign in the proved account is added to. */
  linkingUserId?: string;
}

/** A flow whose answer has come. */
export interface AnsweredFlow
  extends Pick<FlowStateRow, "id" | "provider" | "nonce" | "codeChallenge" | "links" | "userId"> {
  redirectTo: string;
  verifier: string | null;
}

/**
 * Flows that lead the browser through another sign-in service and back. Their id is the `state` (the RelayState) of the
 * request.
 */
@Injectable()
export class ExternalFlows {
  constructor(
    private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Secret) private readonly secret: Secret,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** @returns the flow's id */
  async begin(flow: NewFlow): Promise<string> {
    const id = randomUUID();
    await this.database.system((tx) =>
      tx.insert(flowStates).values({
        id,
        provider: flow.provider,
        redirectTo: flow.redirectTo,
        codeChallenge: flow.challenge,
        browserHash: flow.browser ? sha256(flow.browser) : null,
        nonce: flow.nonce ?? null,
        sealedVerifier: flow.verifier ? this.secret.seal("flow verifier", flow.verifier) : null,
        userId: flow.linkingUserId ?? null,
        links: flow.linkingUserId !== undefined,
        createdAt: this.clock.now(),
      }),
    );
    return id;
  }

  /**
   * Accepts the first answer to a flow, in time, and for the implicit flow from the browser that began it. With PKCE
   * only that browser holds the verifier, so another gains nothing by ending the flow.
   */
  async answer(id: string, browser: string | null): Promise<{ flow: AnsweredFlow | null; refused: AuthError | null }> {
    const now = this.clock.now();
    const open = and(eq(flowStates.id, id), isNotNull(flowStates.provider), isNull(flowStates.answeredAt));
    const [row] = isUuid(id)
      ? await this.database.system((tx) => tx.update(flowStates).set({ answeredAt: now }).where(open).returning())
      : [];
    if (!row)
      return {
        flow: null,
        refused: new AuthError(400, "bad_oauth_state", "OAuth state is unknown or was used already"),
      };
    const { provider, nonce, codeChallenge, links, userId } = row;
    const verifier = row.sealedVerifier && this.secret.open("flow verifier", row.sealedVerifier);
    const flow = { id, provider, nonce, codeChallenge, links, userId, redirectTo: row.redirectTo!, verifier };
    return { flow, refused: this.refusal(row, browser, now) };
  }

  private refusal(row: FlowStateRow, browser: string | null, now: Date): AuthError | null {
    if (now.getTime() - row.createdAt.getTime() > this.config.flowSeconds * 1000)
      return new AuthError(422, "flow_state_expired", "This took too long. Please try again.");
    if (row.codeChallenge) return null;
    if (browser && row.browserHash && sameBytes(sha256(browser), row.browserHash)) return null;
    return new AuthError(
      400,
      "bad_oauth_state",
      "Sign-in was not begun in this browser. Please try again, with cookies allowed.",
    );
  }
}

const isUuid = (text: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);
