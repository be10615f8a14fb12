import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import type { mailAsked } from "@tessera/contracts-identity/events.ts";
import type { Act } from "../proofs/acts.ts";

/**
 * Queue of the mails to write and send. Its entries never hold a link or code: those are made when the mail is written.
 */
export const MAIL_QUEUE = "identity.mail";

/** Where a link leads. */
export interface Way {
  flowId: string | null;
  redirectTo: string;
}

/** Whom the request named; whether such an account exists is found out in the job, where no answer waits. */
interface Named extends Way {
  email: string;
}

export type SecurityNotice =
  | "factor_added"
  | "factor_removed"
  | "passkey_added"
  | "passkey_removed"
  | "recovery_code_used"
  | "identity_linked"
  | "identity_unlinked"
  | "phone_changed"
  | "api_token_made"
  | "phone_removed"
  | "change_undone";

/** Mails that prove something. */
export type ProofMail =
  | ({ kind: "confirmation"; signUpId: string | null } & Named)
  | ({ kind: "recovery" } & Named)
  | ({ kind: "magiclink"; createUser: boolean; metadata: Record<string, unknown> } & Named)
  | ({ kind: "invite" } & Named)
  /** Nobody's where somebody asked for a change that there is none of. */
  | ({ kind: "email_change"; userId: string | null } & Way)
  | { kind: "reauthentication"; userId: string };

/** The same with the request that they belong to: unless it is the newest of its kind, nothing is written. */
export type AskedMail = ProofMail & { act: Act };

export type MailJob =
  | AskedMail
  /** In the words of another service. */
  | ({ kind: "notice" } & Omit<EventPayload<typeof mailAsked>, "key">)
  | { kind: "already_registered"; email: string }
  | { kind: "password_changed"; userId: string; undo?: string }
  /** Something about how the account is protected has changed; `undo` names what is kept to take it back. */
  | { kind: "security_notice"; userId: string; notice: SecurityNotice; undo?: string }
  | { kind: "email_changed"; to: string; newEmail: string; undo?: string }
  /** The code that `undo` asks for besides its link. */
  | { kind: "undo_code"; undo: string };
