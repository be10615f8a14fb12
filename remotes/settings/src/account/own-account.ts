import type {
  AccountActivity,
  AccountSession,
  AccountSessions,
  ActivityPage,
  PasswordState,
  RecoveryCodeCount,
  RecoveryCodes,
} from "@tessera/contracts-identity/account.ts";
import { useQuery } from "@tessera/query";
import { type ProofOfPerson, shell } from "@tessera/shell-api";

export type OwnSession = AccountSession;
export type Activity = AccountActivity;

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
  sessions: async () => (await shell().auth.account.call<AccountSessions>("GET", "user/sessions")).sessions,
  endSession: (id: string, proof: ProofOfPerson) =>
    shell().auth.account.call("DELETE", `user/sessions/${id}`, proofBody(proof)),
  /** Counts for what is done in the next minutes. */
  prove: (proof: ProofOfPerson) => shell().auth.account.call("POST", "user/proof", proofBody(proof)),
  activity: (before: number | null) =>
    shell().auth.account.call<ActivityPage>(
      "GET",
      `user/activity?limit=25${before === null ? "" : `&before=${before}`}`,
    ),
  recoveryCodes: () => shell().auth.account.call<RecoveryCodeCount>("GET", "factors/recovery-codes"),
  makeRecoveryCodes: async () =>
    (await shell().auth.account.call<RecoveryCodes>("POST", "factors/recovery-codes")).codes,
  redeemRecoveryCode: (code: string) => shell().auth.account.call("POST", "factors/recovery-codes/verify", { code }),
  hasPassword: async () => (await shell().auth.account.call<PasswordState>("GET", "user/password")).is_set,
  removePhone: (proof: ProofOfPerson) => shell().auth.account.call("DELETE", "user/phone", proofBody(proof)),
  delete: (proof: ProofOfPerson) => shell().auth.account.call("DELETE", "user", proofBody(proof)),
};

export const useAccount = () => useQuery({ queryKey: accountKeys.account, queryFn: () => shell().auth.account.get() });
export const useOffers = () =>
  useQuery({ queryKey: accountKeys.offers, queryFn: () => shell().auth.account.offers(), staleTime: 600_000 });
export const useHasPassword = () => useQuery({ queryKey: accountKeys.password, queryFn: ownAccount.hasPassword });
