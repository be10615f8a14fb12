import { Inject, Injectable } from "@nestjs/common";
import { Log } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { AuthError } from "../errors/auth-error.ts";

/** Timeout of the captcha service, ms. */
const TIMEOUT_MS = 10_000;

const Sent = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string().min(1).max(8192) }) });
const Verdict = z.object({ success: z.boolean(), "error-codes": z.array(z.string()).default([]) });

/** Checks a captcha token with its service, by the protocol that hCaptcha, Turnstile and reCAPTCHA share. */
@Injectable()
export class CaptchaCheck {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    @Inject(Log) private readonly log: Log,
  ) {}

  /**
   * Refuses a request without a solved captcha, where the installation has one.
   * @throws AuthError 400 `captcha_failed`; 500 `captcha_unavailable` when the captcha's service does not answer
   */
  async require(request: Pick<FastifyRequest, "body" | "ip">): Promise<void> {
    const { captcha } = this.config;
    if (!captcha) return;
    const sent = Sent.safeParse(request.body);
    if (!sent.success) throw refused("no captcha_token found in request");
    const token = sent.data.gotrue_meta_security.captcha_token;
    const verdict = await this.ask(captcha, token, request.ip);
    if (!verdict.success) throw refused(verdict["error-codes"].join(", ") || "the token is wrong, used or too old");
  }

  private async ask(
    captcha: { url: string; secret: string },
    response: string,
    remoteip: string,
  ): Promise<z.infer<typeof Verdict>> {
    try {
      const answer = await fetch(captcha.url, {
        method: "POST",
        redirect: "error",
        body: new URLSearchParams({ secret: captcha.secret, response, remoteip }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
      return Verdict.parse(await answer.json());
    } catch (error) {
      this.log.warn({ reason: (error as Error).message }, "the captcha's service could not be asked");
      // Not 503: clients treat that as an unreachable server.
      throw new AuthError(500, "captcha_unavailable", "captcha verification process failed");
    }
  }
}

const refused = (reason: string) =>
  new AuthError(400, "captcha_failed", `captcha protection: request disallowed (${reason})`);
