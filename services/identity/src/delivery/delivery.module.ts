import { Module, type OnModuleInit } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { CoreModule, IDENTITY_CONFIG, type IdentityConfig, Maintenance } from "../core/index.ts";
import { UsersModule } from "../users/index.ts";
import { MailSender } from "./mail/mail-sender.ts";
import { MailWriter } from "./mail/mail-writer.ts";
import { Mailer } from "./mail/mailer.ts";
import { NoticeMails } from "./mail/notice-mails.ts";
import { OutboxController } from "./mail/outbox.controller.ts";
import { OutboxMailer } from "./mail/outbox-mailer.ts";
import { SmtpMailer } from "./mail/smtp-mailer.ts";
import { Acts } from "./proofs/acts.ts";
import { OneTimeTokens } from "./proofs/one-time-tokens.ts";
import { Undos } from "./proofs/undos.ts";
import { HttpSms } from "./sms/http-sms.ts";
import { OutboxSms } from "./sms/outbox-sms.ts";
import { SmsProvider } from "./sms/sms.ts";
import { SmsSender } from "./sms/sms-sender.ts";

/** Mails and text messages, and the codes and links in them. */
@Module({
  imports: [CoreModule, UsersModule],
  controllers: [OutboxController],
  providers: [
    {
      provide: Mailer,
      inject: [IDENTITY_CONFIG, Database, Clock],
      useFactory: (config: IdentityConfig, database: Database, clock: Clock) =>
        config.smtpUrl
          ? new SmtpMailer(config.smtpUrl, config.mailFrom, config.smtpWithoutTls)
          : new OutboxMailer(database, clock),
    },
    {
      provide: SmsProvider,
      inject: [IDENTITY_CONFIG, Database, Clock],
      useFactory: (config: IdentityConfig, database: Database, clock: Clock) =>
        config.smsUrl ? new HttpSms(config.smsUrl, config.smsToken, config.smsFrom) : new OutboxSms(database, clock),
    },
    Acts,
    MailSender,
    MailWriter,
    NoticeMails,
    OneTimeTokens,
    SmsSender,
    Undos,
  ],
  exports: [Acts, MailSender, OneTimeTokens, SmsSender, Undos],
})
export class DeliveryModule implements OnModuleInit {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly database: Database,
    private readonly tokens: OneTimeTokens,
    private readonly undos: Undos,
  ) {}

  onModuleInit() {
    this.maintenance.everyHour(() => this.database.system((tx) => this.tokens.purgeExpired(tx)));
    this.maintenance.everyHour(() => this.database.system((tx) => this.undos.purgeExpired(tx)));
  }
}
