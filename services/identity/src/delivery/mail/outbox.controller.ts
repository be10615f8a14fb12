import { Controller, Get, Inject, Query, Res } from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import { noOutbox } from "@tessera/contracts-identity/problems.ts";
import { Public, problem } from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { IDENTITY_CONFIG, type IdentityConfig } from "../../core/index.ts";
import { escapeHtml } from "./html.ts";
import { Mailer } from "./mailer.ts";
import { OutboxMailer } from "./outbox-mailer.ts";

const OutboxQuery = z.object({ to: z.string().max(254).optional() });

/** The development set-up's mail box; elsewhere these addresses do not exist. */
@ApiExcludeController()
@Public()
@Controller("dev")
export class OutboxController {
  constructor(
    private readonly mailer: Mailer,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Get("outbox.json")
  async json(
    @Query({ schema: OutboxQuery }) { to }: z.infer<typeof OutboxQuery>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    reply.header("cache-control", "no-store");
    return { messages: await this.outbox().list(to) };
  }

  @Get("outbox")
  async page(@Query({ schema: OutboxQuery }) { to }: z.infer<typeof OutboxQuery>, @Res() reply: FastifyReply) {
    const messages = await this.outbox().list(to);
    return reply
      .headers({
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
      })
      .type("text/html; charset=utf-8")
      .send(pageOf(messages));
  }

  private outbox(): OutboxMailer {
    if (this.config.outboxPage && this.mailer instanceof OutboxMailer) return this.mailer;
    throw problem(noOutbox);
  }
}

type Messages = Awaited<ReturnType<OutboxMailer["list"]>>;

function pageOf(messages: Messages): string {
  const articles = messages.map(
    ({ to, subject, text, links, sentAt }) => `
<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}, <time datetime="${sentAt}">${sentAt}</time></p>
<ul>${links.map((link) => `<li><a href="${escapeHtml(link)}" rel="noreferrer">${escapeHtml(link)}</a></li>`).join("")}</ul>
<pre>${escapeHtml(text)}</pre>
</article>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title></head>
<body>
<main>
<h1>Outbox</h1>
<p>Mails and text messages that this development set-up would have sent. Set SMTP_URL and SMS_URL to send them.</p>
${articles.join("\n<hr>\n") || "<p>No message yet.</p>"}
</main>
</body>
</html>`;
}
