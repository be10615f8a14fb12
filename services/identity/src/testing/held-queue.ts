import { sql } from "drizzle-orm";
import type { IdentityWorld } from "./identity-world.ts";

/** Stops the queues of mails and messages: what is asked for stays queued until `release`. */
export async function holdMessages({ database, jobsIdle }: IdentityWorld) {
  await jobsIdle();
  await database.system(async (tx) => {
    await tx.execute(sql`create or replace function pgboss.hold_messages() returns trigger language plpgsql as $$
      begin
        if new.name in ('identity.mail', 'identity.sms') then new.start_after := new.start_after + interval '100 years'; end if;
        return new;
      end $$`);
    await tx.execute(
      sql`create trigger hold_messages before insert on pgboss.job for each row execute function pgboss.hold_messages()`,
    );
  });
  return {
    release: async () => {
      await database.system(async (tx) => {
        await tx.execute(sql`drop trigger hold_messages on pgboss.job`);
        await tx.execute(
          sql`update pgboss.job set start_after = now() where start_after > now() + interval '50 years'`,
        );
        // As an insert does: a worker would look again 5 seconds later only. The channel is pg-boss's own (plans.js).
        await tx.execute(sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), name)
          from (values ('identity.mail'), ('identity.sms')) queue (name)`);
      });
      await jobsIdle();
    },
  };
}
