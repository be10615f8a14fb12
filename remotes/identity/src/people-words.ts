import type { Status } from "@tessera/ui";
import type { Account, AccountState, Act } from "./people-api.ts";

/** What a person is called in the list: their address, else their number. */
export function nameOf({ id, email, phone, deleted_at, is_anonymous }: Account): string {
  if (deleted_at) return `Deleted account ${id.slice(0, 8)}`;
  if (is_anonymous) return `Visitor ${id.slice(0, 8)}`;
  return email || (phone && `+${phone}`) || id;
}

/** The state that counts most, as the service has it. */
export function stateOf(account: Account, now: number): AccountState {
  if (account.deleted_at) return "deleted";
  if (account.banned_until && Date.parse(account.banned_until) > now) return "banned";
  if (account.confirmed_at) return "confirmed";
  return account.invited_at ? "invited" : "unconfirmed";
}

/** Longer than that nobody means a date, ms. */
const FOREVER = 50 * 365 * 86_400_000;

/** `date` writes a moment as a day. */
export function stateWords(account: Account, now: number, date: (at: string) => string): { status: Status; words: string } {
  switch (stateOf(account, now)) {
    case "deleted":
      return { status: "idle", words: `Deleted ${date(account.deleted_at!)}` };
    case "banned": {
      const until = account.banned_until!;
      return { status: "bad", words: Date.parse(until) - now > FOREVER ? "Banned" : `Banned until ${date(until)}` };
    }
    case "confirmed":
      return { status: "ok", words: "Confirmed" };
    case "invited":
      return { status: "warn", words: "Invited, not signed in yet" };
    case "unconfirmed":
      return { status: "warn", words: account.is_anonymous ? "Without an account" : "Not confirmed" };
  }
}

const factorKinds: Record<string, string> = { phone: "Text message", webauthn: "Security key" };

/** "Authenticator app, text message", or null without a second factor. */
export function factorWords({ factors }: Account): string | null {
  const kinds = factors
    .filter(({ status }) => status === "verified")
    .map(({ factor_type, friendly_name }) => friendly_name || (factorKinds[factor_type] ?? "Authenticator app"));
  return kinds.length ? kinds.join(", ") : null;
}

export const rolesOf = ({ app_metadata }: Account) => app_metadata.roles ?? [];

/** How long a ban lasts. */
export const BANS = [
  { duration: "24h", label: "1 day" },
  { duration: "168h", label: "7 days" },
  { duration: "720h", label: "30 days" },
  { duration: "8760h", label: "1 year" },
  { duration: "876000h", label: "Until I lift it" },
] as const;

const acts: Record<string, { text: string; status: Status; word: string }> = {
  admin_user_created: { text: "account made", status: "ok", word: "Made" },
  admin_user_updated: { text: "account changed", status: "idle", word: "Changed" },
  admin_user_banned: { text: "banned", status: "bad", word: "Banned" },
  admin_ban_lifted: { text: "ban lifted", status: "ok", word: "Lifted" },
  admin_user_hidden: { text: "account deleted, a trace kept,", status: "bad", word: "Deleted" },
  admin_user_deleted: { text: "account deleted for good", status: "bad", word: "Deleted" },
  admin_user_invited: { text: "invited", status: "run", word: "Invited" },
  admin_link_generated: { text: "link made", status: "idle", word: "Link" },
  admin_recovery_sent: { text: "recovery link sent", status: "run", word: "Sent" },
  admin_oauth_client_created: { text: "app added", status: "ok", word: "App" },
  admin_oauth_client_updated: { text: "app changed", status: "idle", word: "App" },
  admin_oauth_client_secret_renewed: { text: "app given a new secret", status: "warn", word: "App" },
  admin_oauth_client_deleted: { text: "app removed", status: "bad", word: "App" },
  admin_factor_removed: { text: "second factor removed", status: "warn", word: "Factor" },
  admin_passkey_removed: { text: "passkey removed", status: "warn", word: "Passkey" },
};

/**
 * What the log says of one act: who it was about, a sentence's end, and one word with its status. `self`: the reader's
 * id.
 */
export function actWords(act: Act, self: string | undefined, date: (at: string) => string) {
  const known = acts[act.action] ?? { text: act.action, status: "idle" as Status, word: "Done" };
  const by = act.by === self ? "you" : (act.by_email ?? (act.by === "service key" ? "a service key" : "an account that is gone"));
  const lasts = act.until && Date.parse(act.until) - Date.parse(act.at) <= FOREVER ? ` until ${date(act.until)}` : "";
  return { ...known, who: act.email ?? `Account ${act.user_id?.slice(0, 8) ?? ""}`, text: `${known.text}${lasts} by ${by}` };
}
