import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../http/request-context.ts";
import { auditEvents } from "../tables.ts";

export type AuditAction =
  | "signed_up"
  | "sign_up_repeated"
  | "signed_in"
  | "sign_in_failed"
  | "signed_out"
  | "token_reused"
  | "mail_requested"
  | "verified"
  | "verification_failed"
  | "password_changed"
  | "password_change_refused"
  | "email_change_requested"
  | "email_changed"
  | "phone_change_requested"
  | "phone_changed"
  | "phone_removed"
  | "user_updated"
  | "identity_linked"
  | "identity_unlinked"
  | "identity_refused"
  | "factor_enrolled"
  | "factor_verified"
  | "factor_refused"
  | "factor_removed"
  | "passkey_added"
  | "passkey_renamed"
  | "passkey_removed"
  | "recovery_codes_made"
  | "recovery_code_used"
  | "api_token_made"
  | "api_token_revoked"
  | "session_revoked"
  | "reauthenticated"
  | "change_undone"
  | "account_deleted"
  | "oauth_connected"
  | "oauth_disconnected"
  | "oauth_code_reused"
  | "admin_user_created"
  | "admin_user_updated"
  | "admin_user_banned"
  | "admin_ban_lifted"
  | "admin_user_hidden"
  | "admin_user_deleted"
  | "admin_recovery_sent"
  | "admin_user_invited"
  | "admin_link_generated"
  | "admin_factor_removed"
  | "admin_passkey_removed"
  | "admin_sso_provider_created"
  | "admin_sso_provider_updated"
  | "admin_sso_provider_deleted"
  | "admin_oauth_client_created"
  | "admin_oauth_client_updated"
  | "admin_oauth_client_secret_renewed"
  | "admin_oauth_client_deleted";

/** Who did what, from where. Details hold reasons and methods, never tokens, codes, passwords or addresses. */
@Injectable()
export class Audit {
  constructor(@Inject(Clock) private readonly clock: Clock) {}

  /** The same for `person`, as a part of the statement that opens a session. */
  recording(
    action: AuditAction,
    { ip, userAgent, place = null }: RequestContext,
    details: Record<string, string>,
  ): SQL {
    return sql`insert into identity.audit_events (at, action, user_id, ip, user_agent, place, details)
      select ${this.clock.now().toISOString()}::timestamptz, ${action}::text, id, ${ip}::text, ${userAgent}::text, ${place}::text,
        ${JSON.stringify(details)}::jsonb from person`;
  }

  async record(
    tx: Tx,
    action: AuditAction,
    from: RequestContext | null,
    userId: string | null,
    details: Record<string, string> = {},
  ): Promise<void> {
    const { ip = null, userAgent = null, place = null } = from ?? {};
    await tx.insert(auditEvents).values({ at: this.clock.now(), action, userId, ip, userAgent, place, details });
  }
}
