import type { ApiToken, ApiTokens, NewApiToken } from "@tessera/contracts-identity/account.ts";
import { type ProofOfPerson, shell } from "@tessera/shell-api";

export const TOKENS = ["own-account", "api-tokens"];

export interface TokenWish {
  name: string;
  scopes: string[];
  types: string[];
  tags: string[];
  days: number;
}

/** The account's API tokens; services/identity/src/api-tokens. */
export const ownTokens = {
  list: () => shell().auth.account.call<ApiTokens>("GET", "user/api-tokens"),
  make: ({ days, ...wish }: TokenWish, { currentPassword, nonce }: ProofOfPerson) =>
    shell().auth.account.call<NewApiToken>("POST", "user/api-tokens", {
      ...wish,
      ...{ expires_in_days: days, current_password: currentPassword, nonce },
    }),
  revoke: (id: string) => shell().auth.account.call("DELETE", `user/api-tokens/${id}`),
};

/** "Read and search your cards; add cards": what a token may do, as its areas say, else the names of the scopes. */
export const accessOf = ({ scopes }: Pick<ApiToken, "scopes">, known: ApiTokens["scopes"]): string =>
  scopes
    .map((scope) => known.find(({ name }) => name === scope)?.title ?? scope)
    .map((title, at) => (at === 0 ? title : title.replace(/^./, (first) => first.toLowerCase())))
    .join("; ");
