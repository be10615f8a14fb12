import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { Controller, HttpCode, Inject, Post, Req } from "@nestjs/common";
import { ApiHeader, ApiResponse, ApiTags } from "@nestjs/swagger";
import { MAX_MAIL_BYTES } from "@tessera/contracts-items/limits.ts";
import { TakenMail } from "@tessera/contracts-items/mail-in.ts";
import { mailboxUnknown, mailRefused, mailSignatureInvalid, mailTooLarge } from "@tessera/contracts-items/problems.ts";
import { BodyLimit, Clock, Public, problem, RateLimit, Refuses } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { ITEMS_CONFIG, type ItemsConfig } from "../config.ts";
import { signedDigest } from "./hook-signature.ts";
import { TakeMail } from "./take-mail.ts";

/** Where a provider of mail hands messages over, each as it came: handbook, operations. */
@ApiTags("items")
@Controller("api/items/mail-in/messages")
export class MailHookController {
  constructor(
    @Inject(ITEMS_CONFIG) private readonly config: ItemsConfig,
    private readonly mails: TakeMail,
    private readonly clock: Clock,
  ) {}

  @Post()
  @Public()
  @RateLimit({ name: "mail-hook", limit: 600, windowSeconds: 60, by: "address" })
  @BodyLimit(MAX_MAIL_BYTES)
  @HttpCode(200)
  @ApiHeader({ name: "tessera-recipient", description: "The address that the mail was sent to" })
  @ApiHeader({ name: "tessera-signature", description: "t=<seconds>,sha256=<digest of the body>,v1=<HMAC-SHA-256>" })
  @Refuses({ 401: "mail_signature_invalid", 404: "mailbox_unknown", 413: "mail_too_large", 422: "mail_refused" })
  @ApiResponse({ status: 200, standardSchema: TakenMail })
  async receive(@Req() request: FastifyRequest): Promise<TakenMail> {
    const { hookSecret } = this.config.mailIn;
    // Without a secret there is no hook, and nothing at this address.
    if (hookSecret === null) throw problem(mailboxUnknown);
    const [recipient, signature] = ["tessera-recipient", "tessera-signature"].map((name) =>
      String(request.headers[name] ?? ""),
    ) as [string, string];
    const digest = signedDigest(signature, recipient, hookSecret, this.clock.now());
    if (digest === null) throw problem(mailSignatureInvalid);
    if (Number(request.headers["content-length"] ?? 0) > MAX_MAIL_BYTES)
      throw problem(mailTooLarge, { megabytes: MAX_MAIL_BYTES / 1024 / 1024 });
    const { body } = request;
    if (!(body instanceof Readable))
      throw problem(mailRefused, { reason: "Send it as it came, with the content type message/rfc822." });
    return { taken: await this.mails.take(await this.mails.mailbox(recipient), checked(body, digest)) };
  }
}

/** The body as it comes; ends with an error when it is not what was signed. */
async function* checked(body: AsyncIterable<Buffer>, digest: string): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const part of body) {
    hash.update(part);
    yield part;
  }
  if (hash.digest("hex") !== digest) throw problem(mailSignatureInvalid);
}
