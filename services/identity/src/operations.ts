import {
  AccountSessions,
  ActivityPage,
  ApiTokens,
  NewApiToken,
  PasswordState,
  RecoveryCodeCount,
  RecoveryCodes,
} from "@tessera/contracts-identity/account.ts";
import type { OperationDescription } from "@tessera/service-kit";
import { z } from "zod";

export const ABOUT =
  "Accounts, sessions and second factors, as supabase-js speaks auth/v1, with our own additions for a person's account and for " +
  "administrators. Errors have the form of auth/v1.";

/** An error of auth/v1; clients that send the header x-supabase-api-version get `code` as a word and `message`. */
export const AuthErrorBody = z
  .looseObject({
    code: z.union([z.int(), z.string()]).optional(),
    error_code: z.string().optional(),
    msg: z.string().optional(),
    message: z.string().optional(),
    error: z.string().optional(),
    error_description: z.string().optional(),
    weak_password: z.looseObject({ reasons: z.array(z.string()) }).optional(),
  })
  .meta({ id: "AuthError" });

const Factor = z
  .looseObject({
    id: z.string(),
    factor_type: z.string(),
    status: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "AuthFactor" });
const Identity = z
  .looseObject({ identity_id: z.string(), id: z.string(), user_id: z.string(), provider: z.string() })
  .meta({ id: "AuthIdentity" });
const User = z
  .looseObject({
    id: z.uuid(),
    aud: z.string(),
    role: z.string(),
    email: z.string().optional(),
    phone: z.string().optional(),
    app_metadata: z.looseObject({}),
    user_metadata: z.looseObject({}),
    factors: z.array(Factor).optional(),
    identities: z.array(Identity).optional(),
    created_at: z.string(),
    updated_at: z.string().optional(),
  })
  .meta({ id: "AuthUser" });
const Session = z
  .looseObject({
    access_token: z.string(),
    token_type: z.string(),
    expires_in: z.number(),
    expires_at: z.number().optional(),
    refresh_token: z.string(),
    user: User,
  })
  .meta({ id: "AuthSession" });
const Empty = z.looseObject({}).meta({ id: "AuthNothing" });
const Users = z.looseObject({ users: z.array(User) }).meta({ id: "AuthUsers" });
const Provider = z.looseObject({ id: z.string() }).meta({ id: "AuthSsoProvider" });
const Address = z.looseObject({ url: z.string() }).meta({ id: "AuthRedirect" });
const Undo = z.looseObject({}).meta({ id: "AuthUndo" });

const OAuthClient = z
  .looseObject({
    client_id: z.string(),
    client_secret: z.string().optional(),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
  })
  .meta({ id: "AuthOAuthClient" });
const ShownClient = z.object({ id: z.string(), name: z.string(), uri: z.string(), logo_uri: z.string() });
const OAuthMetadata = z
  .looseObject({ issuer: z.string(), token_endpoint: z.string() })
  .meta({ id: "AuthOAuthMetadata" });
const OAuthTokens = z
  .looseObject({
    access_token: z.string(),
    token_type: z.string(),
    expires_in: z.number(),
    scope: z.string(),
    refresh_token: z.string().optional(),
    id_token: z.string().optional(),
  })
  .meta({ id: "AuthOAuthTokens" });
const Redirection = z.object({ redirect_url: z.string() });
const Claims = z.looseObject({ sub: z.string() }).meta({ id: "AuthUserinfo" });

const redirect = { words: "Leads on to the page that was asked for, or to the sign-in service" };
const Passkey = z
  .looseObject({ id: z.uuid(), friendly_name: z.string(), created_at: z.string() })
  .meta({ id: "AuthPasskey" });
const PasskeyChallenge = z
  .looseObject({ challenge_id: z.uuid(), options: z.looseObject({ challenge: z.string() }), expires_at: z.int() })
  .meta({ id: "AuthPasskeyChallenge" });
const nothing = { words: "Done" };
type Answers = OperationDescription["answers"];

const ALL = [400, 401, 403, 404, 409, 422, 429];
const open = (summary: string, answers: Answers): OperationDescription => ({ summary, answers, refuses: ALL });
const own = (summary: string, answers: Answers): OperationDescription => ({
  summary,
  answers,
  refuses: ALL,
  signedIn: true,
});

/** What the operations of auth/v1 do and answer. */
export const operations: Record<string, OperationDescription> = {
  "POST /auth/v1/signup": open("Make an account", { 200: z.union([Session, User]) }),
  "POST /auth/v1/token": open("Open or renew a session", { 200: Session }),
  "GET /auth/v1/user": own("The signed-in person", { 200: User }),
  "PUT /auth/v1/user": own("Change the account", { 200: User }),
  "DELETE /auth/v1/user": own("Delete the account for good", { 204: nothing }),
  "POST /auth/v1/logout": own("End the session, the others, or all", { 204: nothing }),
  "POST /auth/v1/otp": open("Send a code or link to sign in with", { 200: Empty }),
  "POST /auth/v1/recover": open("Send a mail to recover an account with", { 200: Empty }),
  "POST /auth/v1/resend": open("Send a mail or message again", { 200: Empty }),
  "GET /auth/v1/reauthenticate": own("Send a code that proves the person", { 200: Empty }),
  "POST /auth/v1/verify": open("Prove a code or link", { 200: z.union([Session, User, Empty]) }),
  "GET /auth/v1/verify": open("Open a mailed link", {
    302: redirect,
    303: redirect,
    200: { words: "The page", type: "text/html" },
  }),
  "GET /auth/v1/authorize": open("Sign in through another service", { 302: redirect, 303: redirect }),
  "GET /auth/v1/callback": open("Return from another service", { 302: redirect, 303: redirect }),
  "POST /auth/v1/callback": open("Return from another service", { 302: redirect, 303: redirect }),
  "GET /auth/v1/user/identities/authorize": own("Add an account elsewhere", { 200: Address, 302: redirect }),
  "POST /auth/v1/user/identities/authorize": own("Add an account elsewhere, after a proof", { 200: Address }),
  "DELETE /auth/v1/user/identities/{id}": own("Remove a way to sign in", { 200: Empty }),
  "GET /auth/v1/factors/recovery-codes": own("How many recovery codes are left", {
    200: RecoveryCodeCount,
  }),
  "POST /auth/v1/factors/recovery-codes": own("Make new recovery codes", { 200: RecoveryCodes }),
  "POST /auth/v1/factors/recovery-codes/verify": own("Give a recovery code as second factor", { 200: Session }),
  "POST /auth/v1/factors": own("Enrol a second factor", { 200: z.looseObject({ id: z.string(), type: z.string() }) }),
  "POST /auth/v1/factors/{id}/challenge": own("Ask for a second factor", {
    200: z.looseObject({ id: z.string(), expires_at: z.number() }),
  }),
  "POST /auth/v1/factors/{id}/verify": own("Give a code of a second factor", { 200: Session }),
  "DELETE /auth/v1/factors/{id}": own("Remove a second factor", { 200: z.looseObject({ id: z.string() }) }),
  "POST /auth/v1/passkeys/authentication/options": open("What a passkey has to sign to sign in", {
    200: PasskeyChallenge,
  }),
  "POST /auth/v1/passkeys/authentication/verify": open("Sign in with a passkey", { 200: Session }),
  "POST /auth/v1/passkeys/registration/options": own("Begin to add a passkey", { 200: PasskeyChallenge }),
  "POST /auth/v1/passkeys/registration/verify": own("Add a passkey", { 200: Passkey }),
  "GET /auth/v1/passkeys": own("The person's passkeys", { 200: z.array(Passkey) }),
  "PATCH /auth/v1/passkeys/{id}": own("Rename a passkey", { 200: Passkey }),
  "DELETE /auth/v1/passkeys/{id}": own("Remove a passkey", { 204: nothing }),
  "GET /auth/v1/admin/users/{id}/passkeys": own("A person's passkeys; for administrators", {
    200: z.array(Passkey),
  }),
  "DELETE /auth/v1/admin/users/{id}/passkeys/{passkeyId}": own("Remove a person's passkey; for administrators", {
    204: nothing,
  }),
  "GET /auth/v1/user/sessions": own("Where the person is signed in", {
    200: AccountSessions,
  }),
  "DELETE /auth/v1/user/sessions/{id}": own("End a session", { 204: nothing }),
  "GET /auth/v1/user/api-tokens": own("The person's API tokens, and what tokens may be let do", { 200: ApiTokens }),
  "POST /auth/v1/user/api-tokens": own("Create an API token", { 201: NewApiToken }),
  "DELETE /auth/v1/user/api-tokens/{id}": own("Revoke an API token", { 204: nothing }),
  "POST /auth/v1/user/proof": own("Prove the person for the next minutes", { 204: nothing }),
  "GET /auth/v1/user/proof": own("Whether the person proved just now who they are", { 204: nothing }),
  "GET /auth/v1/user/activity": own("What happened with the account", {
    200: ActivityPage,
  }),
  "GET /auth/v1/user/password": own("Whether there is a password", { 200: PasswordState }),
  "DELETE /auth/v1/user/phone": own("Remove the phone number", { 204: nothing }),
  "POST /auth/v1/undo/look": open("What a mailed link takes back", { 200: Undo }),
  "POST /auth/v1/undo/code": open("Send the code that takes a change back", { 204: nothing }),
  "POST /auth/v1/undo": open("Take a change of the account back", { 200: Undo }),
  "GET /auth/v1/admin/users": own("Accounts; for administrators", { 200: Users }),
  "POST /auth/v1/admin/users": own("Make an account; for administrators", { 200: User }),
  "GET /auth/v1/admin/log": own("What administrators did", { 200: z.looseObject({}) }),
  "POST /auth/v1/admin/users/{id}/recover": own("Send a person a mail to recover with; for administrators", {
    200: Empty,
  }),
  "GET /auth/v1/admin/users/{id}": own("An account; for administrators", { 200: User }),
  "PUT /auth/v1/admin/users/{id}": own("Change an account; for administrators", { 200: User }),
  "DELETE /auth/v1/admin/users/{id}": own("Delete an account; for administrators", { 200: Empty }),
  "GET /auth/v1/admin/users/{id}/factors": own("A person's second factors; for administrators", {
    200: z.array(Factor),
  }),
  "DELETE /auth/v1/admin/users/{id}/factors/{factorId}": own("Remove a person's second factor; for administrators", {
    200: Empty,
  }),
  "POST /auth/v1/invite": own("Invite somebody; for administrators", { 200: User }),
  "POST /auth/v1/admin/generate_link": own("Make a link that a mail would carry; with the service key", {
    200: z.looseObject({}),
  }),
  "POST /auth/v1/sso": open("Sign in through a company", { 200: Address, 303: redirect }),
  "GET /auth/v1/sso/saml/metadata": open("What a company's identity provider wants to know", {
    200: { words: "SAML 2.0 metadata", type: "application/samlmetadata+xml" },
  }),
  "POST /auth/v1/sso/saml/acs": open("Return from a company's identity provider", { 302: redirect, 303: redirect }),
  "GET /auth/v1/admin/sso/providers": own("Companies' identity providers; for administrators", {
    200: z.looseObject({ items: z.array(Provider) }),
  }),
  "POST /auth/v1/admin/sso/providers": own("Add a company's identity provider; for administrators", { 201: Provider }),
  "GET /auth/v1/admin/sso/providers/{id}": own("A company's identity provider; for administrators", { 200: Provider }),
  "PUT /auth/v1/admin/sso/providers/{id}": own("Change a company's identity provider; for administrators", {
    200: Provider,
  }),
  "DELETE /auth/v1/admin/sso/providers/{id}": own("Remove a company's identity provider; for administrators", {
    200: Provider,
  }),
  "GET /auth/v1/.well-known/jwks.json": open("Keys that sign access tokens", {
    200: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }),
  }),
  "GET /auth/v1/settings": open("What this installation offers", {
    200: z.looseObject({ external: z.looseObject({}) }),
  }),
  "GET /auth/v1/health": open("Which service this is", {
    200: z.looseObject({ name: z.string(), version: z.string() }),
  }),

  "GET /auth/v1/oauth/authorize": open("Ask a person, in their browser, to let an app in", { 302: redirect }),
  "GET /auth/v1/oauth/authorizations/{id}": own("Which app asks, and for what", {
    200: z.union([
      Redirection,
      z.object({
        authorization_id: z.string(),
        redirect_uri: z.string(),
        client: ShownClient,
        user: z.object({ id: z.string(), email: z.string() }),
        scope: z.string(),
      }),
    ]),
  }),
  "POST /auth/v1/oauth/authorizations/{id}/consent": own("Let an app in, or not", { 200: Redirection }),
  "POST /auth/v1/oauth/token": open("Exchange a code or a refresh token; for apps", { 200: OAuthTokens }),
  "POST /auth/v1/oauth/revoke": open("Give a token back; for apps", { 200: Empty }),
  "GET /auth/v1/oauth/userinfo": own("Who the person is; for apps", { 200: Claims }),
  "POST /auth/v1/oauth/userinfo": own("Who the person is; for apps", { 200: Claims }),
  "POST /auth/v1/oauth/clients/register": open("Register an app; where the installation lets apps do so", {
    201: OAuthClient,
  }),
  "GET /auth/v1/user/oauth/grants": own("Apps that the person let in", {
    200: z.array(z.object({ client: ShownClient, scopes: z.array(z.string()), granted_at: z.string() })),
  }),
  "DELETE /auth/v1/user/oauth/grants": own("Take back what an app was allowed, and end its tokens", { 204: nothing }),
  "GET /auth/v1/admin/oauth/clients": own("Apps that may ask people in; for administrators", {
    200: z.looseObject({ clients: z.array(OAuthClient) }),
  }),
  "POST /auth/v1/admin/oauth/clients": own("Add an app; for administrators", { 201: OAuthClient }),
  "GET /auth/v1/admin/oauth/clients/{id}": own("An app; for administrators", { 200: OAuthClient }),
  "PUT /auth/v1/admin/oauth/clients/{id}": own("Change an app; for administrators", { 200: OAuthClient }),
  "DELETE /auth/v1/admin/oauth/clients/{id}": own("Remove an app, and end its tokens; for administrators", {
    204: nothing,
  }),
  "POST /auth/v1/admin/oauth/clients/{id}/regenerate_secret": own("Give an app a new secret; for administrators", {
    200: OAuthClient,
  }),
  "GET /auth/v1/.well-known/openid-configuration": open("Where apps find what", { 200: OAuthMetadata }),
  "GET /auth/v1/.well-known/oauth-authorization-server": open("Where apps find what", { 200: OAuthMetadata }),
  "GET /.well-known/oauth-authorization-server/auth/v1": open("Where apps find what", { 200: OAuthMetadata }),
  "GET /.well-known/openid-configuration/auth/v1": open("Where apps find what", { 200: OAuthMetadata }),
};
