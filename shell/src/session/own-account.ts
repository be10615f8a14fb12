import type { User as SupabaseUser } from "@supabase/supabase-js";
import { LateError } from "@tessera/federation/runtime/in-time.ts";
import type { Account, OwnAccount, ProofOfPerson } from "@tessera/shell-api";
import { fetchInTime } from "./fetch-in-time.ts";
import { LateWriteError } from "./http.ts";
import type { Supabase } from "./supabase.ts";

interface Options {
  /** Base of auth/v1. */
  url: string;
  key: string;
  open(): Promise<Supabase>;
  /** Keeps the page to come back to from another sign-in service. */
  keepPath(path: string): void;
  /** A full-page navigation. */
  leave(url: string): void;
}

/**
 * The account of the person who is signed in, for remotes: supabase-js keeps the session that a second factor raises.
 */
export function createOwnAccount({ url, key, open, keepPath, leave }: Options): OwnAccount {
  const auth = async () => (await open()).auth;
  const get = async () => accountOf(done(await (await auth()).getUser()).user);
  const answerOf = (path: string, init?: RequestInit) => send(`${url}/${path}`, key, init);

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const client = await auth();
    const { session } = done(await client.getSession());
    const authorization = `Bearer ${session?.access_token ?? ""}`;
    const headers = { authorization, ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const answer = await answerOf(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const { access_token, refresh_token } = (answer ?? {}) as { access_token?: string; refresh_token?: string };
    if (access_token && refresh_token) done(await client.setSession({ access_token, refresh_token }));
    return answer as T;
  }
  /** Where linking continues; the library keeps what it needs on the way back. */
  async function linkingAt(provider: string, proof: ProofOfPerson): Promise<string> {
    const client = await auth();
    const options = { redirectTo: `${location.origin}/confirm`, skipBrowserRedirect: true };
    const credentials = { provider: provider as "github", options };
    if (!Object.keys(proof).length) return done(await client.linkIdentity(credentials)).url;
    // Our own addition: hosted Supabase asks for no proof.
    const { search } = new URL(done(await client.signInWithOAuth(credentials)).url);
    return (await call<{ url: string }>("POST", `user/identities/authorize${search}`, proofBody(proof))).url;
  }

  return {
    get,
    async offers() {
      const { external = {}, providers: named = [] } = (await answerOf("settings")) as Settings;
      const providers = Object.keys(external).filter((name) => external[name] === true && !own.has(name));
      return {
        providers,
        names: Object.fromEntries(named.map(({ id, name }) => [id, name])),
        phone: external.phone === true,
      };
    },
    async assurance() {
      const { currentLevel } = done(await (await auth()).mfa.getAuthenticatorAssuranceLevel());
      return currentLevel === "aal2" ? "aal2" : "aal1";
    },
    async change({ email, phone, password, currentPassword, nonce }) {
      const change = { email, phone, password, nonce, current_password: currentPassword };
      return accountOf(
        done(await (await auth()).updateUser(change, { emailRedirectTo: `${location.origin}/confirm` })).user,
      );
    },
    async confirmPhone(phone, code) {
      // The answer is a session of its own. This page keeps the one it has, which may be of higher assurance; the other
      // ends.
      const body = JSON.stringify({ type: "phone_change", phone, token: code });
      const answer = await answerOf("verify", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      const { access_token } = answer as { access_token?: string };
      if (access_token)
        await answerOf("logout?scope=local", { method: "POST", headers: { authorization: `Bearer ${access_token}` } });
      done(await (await auth()).refreshSession());
    },
    async sendProofCode() {
      done(await (await auth()).reauthenticate());
    },
    async enrollFactor({ type, name, phone = "" }) {
      const { mfa } = await auth();
      if (type === "phone")
        return { id: done(await mfa.enroll({ factorType: "phone", friendlyName: name, phone })).id, totp: null };
      const { id, totp } = done(await mfa.enroll({ factorType: "totp", friendlyName: name, issuer: "Tessera" }));
      return { id, totp: { qrCode: pictureOf(totp.qr_code), secret: totp.secret, uri: totp.uri } };
    },
    async challengeFactor(factorId) {
      return { challengeId: done(await (await auth()).mfa.challenge({ factorId })).id };
    },
    async verifyFactor(factorId, challengeId, code) {
      done(await (await auth()).mfa.verify({ factorId, challengeId, code }));
    },
    async removeFactor(factorId) {
      const client = await auth();
      done(await client.mfa.unenroll({ factorId }));
      // The session may be of lower assurance now: its token has to say so.
      done(await client.refreshSession());
    },
    async linkIdentity(provider: string, returnTo: string, proof: ProofOfPerson = {}) {
      const elsewhere = await linkingAt(provider, proof);
      keepPath(returnTo);
      leave(elsewhere);
    },
    async unlinkIdentity(identityId: string, proof: ProofOfPerson = {}) {
      await call("DELETE", `user/identities/${identityId}`, proofBody(proof));
      done(await (await auth()).refreshSession());
    },
    call,
  };
}

const proofBody = ({ currentPassword, nonce }: ProofOfPerson) => ({ current_password: currentPassword, nonce });

/** Names among `external` that are not other sign-in services. */
const own = new Set(["email", "phone", "anonymous_users", "web3", "web3_solana", "web3_ethereum", "solana"]);

interface Settings {
  external?: Record<string, boolean>;
  /** Our own service's addition. */
  providers?: { id: string; name: string }[];
}

/** @throws the error that supabase-js answered with */
function done<R extends { data: unknown; error: unknown }>({ data, error }: R): Extract<R, { error: null }>["data"] {
  if (error) throw error;
  return data;
}

async function send(address: string, key: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { apikey: key, "x-supabase-api-version": "2024-01-01", ...(init.headers as Record<string, string>) };
  const response = await fetchInTime(address, { ...init, headers }).catch((error: unknown) => {
    if (error instanceof LateError && (init.method ?? "GET") !== "GET") throw new LateWriteError();
    throw new Error("The server cannot be reached. Check your connection and try again.");
  });
  if (response.status === 204) return null;
  const answer = (await response.json().catch(() => null)) as { code?: string; message?: string } | null;
  if (response.ok) return answer;
  const message = answer?.message ?? `The server answered ${response.status} without saying why.`;
  throw Object.assign(new Error(message), { code: answer?.code, status: response.status });
}

/** supabase-js puts the drawing into the address as it is; `#` and `%` would end or change it there. */
function pictureOf(qrCode: string): string {
  const drawing = qrCode.slice(qrCode.indexOf("<"));
  return `data:image/svg+xml;utf8,${encodeURIComponent(drawing)}`;
}

const orNull = (value: string | undefined | null) => value || null;

export const accountOf = (user: SupabaseUser): Account => ({
  id: user.id,
  email: orNull(user.email),
  newEmail: orNull(user.new_email),
  phone: orNull(user.phone),
  newPhone: orNull((user as { new_phone?: string }).new_phone),
  factors: (user.factors ?? []).map((factor) => ({
    id: factor.id,
    type: factor.factor_type === "phone" ? "phone" : "totp",
    ...(factor.factor_type === "webauthn" ? { isSecurityKey: true } : {}),
    name: factor.friendly_name ?? "",
    verified: factor.status === "verified",
    phone: orNull((factor as { phone?: string }).phone),
    createdAt: factor.created_at,
    lastUsedAt: orNull(factor.last_challenged_at),
  })),
  identities: (user.identities ?? []).map(({ identity_id, provider, identity_data, created_at, last_sign_in_at }) => ({
    id: identity_id,
    provider,
    name: nameIn(identity_data),
    createdAt: created_at ?? user.created_at,
    lastSignInAt: orNull(last_sign_in_at),
  })),
});

/** What the other service calls the person, as much of it as it gave. */
function nameIn(data: Record<string, unknown> = {}): string | null {
  const named = ["email", "phone", "preferred_username", "user_name", "name"].map((field) => data[field]);
  return (named.find((value) => typeof value === "string" && value !== "") as string | undefined) ?? null;
}
