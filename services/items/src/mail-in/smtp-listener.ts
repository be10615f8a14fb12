import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { Inject, Injectable } from "@nestjs/common";
import { MAX_MAIL_BYTES } from "@tessera/contracts-items/limits.ts";
import { Log, networkOf, ProblemException } from "@tessera/service-kit";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { ITEMS_CONFIG, type ItemsConfig } from "../config.ts";
import { type Mailbox, TakeMail } from "./take-mail.ts";

/** Connections at once, and those of one network among them. */
const MAX_CLIENTS = 50;
const MAX_OF_NETWORK = 10;
/** Recipients that are refused before a connection ends: they are guessed. */
const MAX_UNKNOWN = 5;
/** Ms of silence after which a connection ends, and those left for answers when the process ends. */
const SILENCE_MS = 60_000;
const CLOSE_MS = 3_000;

/** What senders are told, by the status of the refusal: RFC 5321 §4.2.3, RFC 3463. Plans are nobody else's business. */
const REPLIES: Record<number, readonly [code: number, text: string]> = {
  402: [552, "5.2.2 The mailbox is full"],
  404: [550, "5.1.1 No mail is taken at this address"],
  413: [552, "5.3.4 The mail is too large"],
  422: [554, "5.6.0 The mail cannot be read"],
  429: [451, "4.7.1 Too many mails for this address, try again later"],
};
const LATER = [451, "4.3.0 The mail cannot be taken now, try again later"] as const;

/** What is known of a connection. */
interface Open {
  network: string;
  mailbox: Mailbox | null;
  unknown: number;
}

/** Takes mails by SMTP: one recipient a mail, as each is answered for itself. */
@Injectable()
export class SmtpListener {
  private server: SMTPServer | null = null;
  private readonly open = new Map<string, Open>();

  constructor(
    @Inject(ITEMS_CONFIG) private readonly config: ItemsConfig,
    private readonly mails: TakeMail,
    private readonly log: Log,
  ) {}

  /** A port that is taken costs mails, not the product. */
  async onApplicationBootstrap(): Promise<void> {
    const { domain, port, host, tls } = this.config.mailIn;
    if (domain === null || port === null) return;
    const server = this.make(domain, tls);
    server.on("error", (error: Error) => this.log.warn({ err: error }, "a connection of mail failed"));
    await new Promise<void>((done) => {
      server.server.once("error", (error) => {
        this.log.error({ err: error }, "no mail comes in: MAIL_IN_PORT cannot be listened on");
        done();
      });
      server.listen(port, host, () => {
        this.server = server;
        done();
      });
    });
  }

  /** The port that is listened on; null where none is. */
  get port(): number | null {
    return this.server ? (this.server.server.address() as AddressInfo).port : null;
  }

  /** Mails that were not answered yet are sent again by their senders. */
  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server) await new Promise<void>((done) => server.close(() => done()));
  }

  private make(name: string, tls: { certificate: string; key: string } | null): SMTPServer {
    return new SMTPServer({
      ...{ name, banner: "Tessera", size: MAX_MAIL_BYTES, rejectOversized: true, hideENHANCEDSTATUSCODES: true },
      ...{ authOptional: true, disabledCommands: tls ? ["AUTH"] : ["AUTH", "STARTTLS"], disableReverseLookup: true },
      ...{ maxClients: MAX_CLIENTS, socketTimeout: SILENCE_MS, closeTimeout: CLOSE_MS },
      ...(tls ? { cert: readFileSync(tls.certificate), key: readFileSync(tls.key) } : {}),
      onConnect: (session, done) => {
        const network = networkOf(session.remoteAddress);
        const others = [...this.open.values()].filter((one) => one.network === network).length;
        if (others >= MAX_OF_NETWORK) return done(reply(421, "4.7.0 Too many connections"));
        this.open.set(session.id, { network, mailbox: null, unknown: 0 });
        done();
      },
      onClose: (session) => void this.open.delete(session.id),
      onMailFrom: (_address, session, done) => {
        this.of(session).mailbox = null;
        done();
      },
      onRcptTo: ({ address }, session, done) => void this.recipient(address, session).then(() => done(), done),
      onData: (stream, session, done) => {
        void this.mails.take(this.of(session).mailbox!, stream).then(
          (taken) => done(null, taken === "new" ? "Kept as a card" : "Kept before"),
          (error) => {
            // What was not read is read to its end: the answer comes after it.
            stream.resume();
            done(this.replyTo(error));
          },
        );
      },
    });
  }

  private async recipient(address: string, session: SMTPServerSession): Promise<void> {
    const open = this.of(session);
    if (open.unknown >= MAX_UNKNOWN) throw reply(421, "4.7.0 Too many unknown recipients");
    if (open.mailbox) throw reply(452, "4.5.3 One recipient a mail, send the others again");
    try {
      open.mailbox = await this.mails.mailbox(address);
    } catch (error) {
      open.unknown += 1;
      throw this.replyTo(error);
    }
  }

  private of(session: SMTPServerSession): Open {
    const known = this.open.get(session.id);
    if (!known) throw new Error("A mail came on a connection that was not opened");
    return known;
  }

  private replyTo(error: unknown): Error {
    const known = error instanceof ProblemException ? REPLIES[error.definition.status] : undefined;
    if (!known && !(error instanceof ProblemException)) this.log.error({ err: error }, "a mail was not taken");
    return reply(...(known ?? LATER));
  }
}

const reply = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });
