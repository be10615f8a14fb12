import { Injectable, type OnModuleInit } from "@nestjs/common";
import { mailAsked } from "@tessera/contracts-identity/events.ts";
import { Clock, Database, Events } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { MailSender } from "./mail-sender.ts";

/** Mails in the words of other services: each is enqueued once, in the transaction that notes it. */
@Injectable()
export class NoticeMails implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly database: Database,
    private readonly sender: MailSender,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.on(mailAsked, "identity.mails", ({ key, ...mail }) =>
      this.database.system(async (tx) => {
        // Nobody's, where the account is gone.
        const { rows } = await tx.execute(sql`
          insert into identity.notices (user_id, key, asked_at)
          select id, ${key}, ${this.clock.now().toISOString()}::timestamptz from identity.users
          where id = ${mail.userId} and deleted_at is null on conflict do nothing returning key`);
        if (rows.length) await this.sender.send(tx, { kind: "notice", ...mail });
      }),
    );
  }
}
