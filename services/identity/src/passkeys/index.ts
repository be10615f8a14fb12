export { Assertion, Attestation } from "./credential-bodies.ts";
export { CredentialStore } from "./credential-store.ts";
export { PasskeysModule } from "./passkeys.module.ts";
export { Passkeys, passkeyNotFound } from "./passkeys.ts";
export { isNextCount, RelyingParty } from "./relying-party.ts";
export { webauthnChallenges } from "./tables.ts";
