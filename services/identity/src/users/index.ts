export { AccountFactors, PASSKEY, secondFactors } from "./account-factors.ts";
export { bounded, type ExternalAccount, isSso } from "./external-account.ts";
export { carriedMetadata, sessionView } from "./session-view.ts";
export { type Said, SignUpStore } from "./sign-up-store.ts";
export {
  type CredentialRow,
  type FactorRow,
  type FactorType,
  factors,
  type IdentityRow,
  identities,
  signUps,
  type UserRow,
  users,
  webauthnCredentials,
} from "./tables.ts";
export { isBanned, UserStore } from "./user-store.ts";
export { factorView, halfView, nobody, type UserView, userView } from "./user-view.ts";
export { UsersModule } from "./users.module.ts";
