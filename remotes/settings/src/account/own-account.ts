import { useQuery } from "@tessera/query";
import { type ProofOfPerson, shell } from "@tessera/shell-api";

/** A browser or device that is signed in; `place` in words where it is known, `address` of the network. */
export interface OwnSession {
  id: string;
  device: string;
  address: string | null;
  place: string | null;
  aal: "aal1" | "aal2";
  created_at: string;
  last_used_at: string;
  current: boolean;
}

/** Something that happened with the account; `action` as the audit log names it. */
export interface Activity {
  id: number;
  at: string;
  action: string;
  method: string | null;
  reason: string | null;
  kind: string | null;
  provider: string | null;
  scope: string | null;
  address: string | null;
  place: string | null;
  device: string | null;
}

export interface RecoveryCodeCount {
  total: number;
  remaining: number;
  created_at: string | null;
}

export const accountKeys = {
  account: ["own-account"],
  offers: ["own-account", "offers"],
  password: ["own-account", "password"],
  passkeys: ["own-account", "passkeys"],
  recoveryCodes: ["own-account", "recovery-codes"],
  sessions: ["own-account", "sessions"],
  activity: ["own-account", "activity"],
} as const;

const proofBody = ({ currentPassword, nonce }: ProofOfPerson) => ({ current_password: currentPassword, nonce });

/** Our own additions to auth/v1; services/identity/README.md. */
export const ownAccount = {
  sessions: async () => (await shell().auth.account.call<{ sessions: OwnSession[] }>("GET", "user/sessions")).sessions,
  endSession: (id: string, proof: ProofOfPerson) => shell().auth.account.call("DELETE", `user/sessions/${id}`, proofBody(proof)),
  /** Counts for what is done in the next minutes. */
  prove: (proof: ProofOfPerson) => shell().auth.account.call("POST", "user/proof", proofBody(proof)),
  activity: (before: number | null) =>
    shell().auth.account.call<{ activity: Activity[]; next: number | null }>(
      "GET",
      `user/activity?limit=25${before === null ? "" : `&before=${before}`}`,
    ),
  recoveryCodes: () => shell().auth.account.call<RecoveryCodeCount>("GET", "factors/recovery-codes"),
  makeRecoveryCodes: async () => (await shell().auth.account.call<{ codes: string[] }>("POST", "factors/recovery-codes")).codes,
  redeemRecoveryCode: (code: string) => shell().auth.account.call("POST", "factors/recovery-codes/verify", { code }),
  hasPassword: async () => (await shell().auth.account.call<{ is_set: boolean }>("GET", "user/password")).is_set,
  removePhone: (proof: ProofOfPerson) => shell().auth.account.call("DELETE", "user/phone", proofBody(proof)),
  delete: (proof: ProofOfPerson) => shell().auth.account.call("DELETE", "user", proofBody(proof)),
};

export const useAccount = () => useQuery({ queryKey: accountKeys.account, queryFn: () => shell().auth.account.get() });
export const useOffers = () => useQuery({ queryKey: accountKeys.offers, queryFn: () => shell().auth.account.offers(), staleTime: 600_000 });
export const useHasPassword = () => useQuery({ queryKey: accountKeys.password, queryFn: ownAccount.hasPassword });
