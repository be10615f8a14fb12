import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, networkOf } from "@tessera/service-kit";
import {
  Audit,
  AuthError,
  byAddress,
  IDENTITY_CONFIG,
  type IdentityConfig,
  oauthError,
  RateLimits,
  type RequestContext,
  validationFailed,
} from "../../core/index.ts";
import type { OpenSession } from "../../sessions/index.ts";
import { ExternalAccounts } from "../external/external-accounts.ts";
import { SpentProofs } from "../spent-proofs.ts";
import { isSignedByKey, parseEthereumMessage } from "./ethereum-message.ts";
import { isSignedByWallet, parseSolanaMessage } from "./solana-message.ts";
import type { WalletMessage } from "./wallet-message.ts";

/** Tolerated difference between a message's time and ours, ms; IDENTITY.md, "Solana sign-in message". */
const TOLERANCE_MS = 600_000;
const LOOPBACK = new Set(["localhost", "127.0.0.1"]);

/** How wallets of a chain sign in. */
interface Chain {
  id: "solana" | "ethereum";
  name: string;
  /** @throws AuthError 400 `validation_failed` */
  signatureOf(written: string): Buffer;
  parse(text: string): WalletMessage;
  isSigned(message: WalletMessage, signature: Buffer): boolean;
}

const chains: Chain[] = [
  {
    id: "solana",
    name: "Solana",
    signatureOf: solanaSignature,
    parse: parseSolanaMessage,
    isSigned: isSignedByWallet,
  },
  {
    id: "ethereum",
    name: "Ethereum",
    signatureOf: ethereumSignature,
    parse: parseEthereumMessage,
    isSigned: isSignedByKey,
  },
];

/** grant_type=web3: a message signed with the key of a Solana or Ethereum wallet. */
@Injectable()
export class Web3Grant {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly accounts: ExternalAccounts,
    private readonly proofs: SpentProofs,
    private readonly limits: RateLimits,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws AuthError 422 `web3_provider_disabled`; 400 `web3_unsupported_chain`, `validation_failed`, `invalid_grant`;
   * 429
   */
  async signIn(
    given: { chain?: unknown; message?: unknown; signature?: unknown },
    from: RequestContext,
  ): Promise<OpenSession> {
    if (!this.config.web3) throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
    const chain = chains.find(({ id }) => id === given.chain);
    if (!chain) throw new AuthError(400, "web3_unsupported_chain", "Unsupported chain");
    const wait = await this.limits.take("address-web3", networkOf(from.ip), byAddress.web3);
    if (wait > 0)
      throw new AuthError(429, "over_request_rate_limit", `Too many requests. Try again in ${wait} seconds.`, {
        retryAfterSeconds: wait,
      });
    const signature = chain.signatureOf(typeof given.signature === "string" ? given.signature : "");
    const message = chain.parse(typeof given.message === "string" ? given.message : "");
    const refusal = this.refusal(chain, message, signature);
    if (refusal) return this.refuse(refusal, from);
    // Remember the text, not the signature: one text can have two signatures.
    const goodUntil = new Date(message.issuedAt.getTime() + TOLERANCE_MS);
    const isNew = await this.database.system((tx) => this.proofs.spend(tx, chain.id, message.text, goodUntil));
    if (!isNew) return this.refuse(`Signed ${chain.name} message was used before`, from);
    const { address, chainId, domain, statement } = message;
    const providerId = `web3:${chain.id}:${address}`;
    const data = {
      sub: providerId,
      custom_claims: {
        address,
        chain: chain.id,
        network: chainId ?? undefined,
        domain,
        statement: statement ?? undefined,
      },
    };
    return this.accounts.signIn(
      { provider: "web3", providerId, email: null, emailVerified: false, data },
      "web3",
      from,
    );
  }

  private refusal({ name, isSigned }: Chain, message: WalletMessage, signature: Buffer): string | null {
    const { uri, domain, notBefore, expirationTime, issuedAt } = message;
    if (!isSigned(message, signature)) return "Signature does not match address in message";
    if (uri.protocol !== "https:" && !LOOPBACK.has(uri.hostname))
      return `Signed ${name} message is using URI which does not use HTTPS`;
    if (!this.config.allowedRedirects.has(uri.href))
      return `Signed ${name} message is using URI which is not allowed on this server, message was signed for another app`;
    if (domain !== uri.host) return `Signed ${name} message is using a Domain that does not match the one in URI`;
    const now = this.clock.now();
    if (notBefore && now < notBefore) return `Signed ${name} message becomes valid in the future`;
    if (expirationTime && now >= expirationTime) return `Signed ${name} message is expired`;
    const age = now.getTime() - issuedAt.getTime();
    if (age > TOLERANCE_MS) return `${name} message was issued too long ago`;
    if (age < -TOLERANCE_MS) return `${name} message was issued too far in the future`;
    return null;
  }

  private async refuse(reason: string, from: RequestContext): Promise<never> {
    await this.database.system((tx) => this.audit.record(tx, "sign_in_failed", from, null, { method: "web3", reason }));
    throw oauthError("invalid_grant", reason);
  }
}

/** Base64 or base64url, padded or not. */
function solanaSignature(written: string): Buffer {
  const bytes = /^[A-Za-z0-9+/_-]{86}(?:==)?$/.test(written) ? Buffer.from(written, "base64") : null;
  if (bytes?.length !== 64)
    throw validationFailed("signature must be 64 bytes encoded as base64 with or without padding");
  return bytes;
}

function ethereumSignature(written: string): Buffer {
  if (!/^0x[0-9a-f]{130}$/i.test(written))
    throw validationFailed("signature must be 65 bytes encoded as 0x and 130 hexadecimal digits");
  return Buffer.from(written.slice(2), "hex");
}
