import type { User } from "@tessera/shell-api";
import { shell } from "@tessera/shell-api";
import { type Check, failed, lengthText, msText } from "./check.ts";

interface Settings {
  external: Record<string, boolean>;
  disable_signup: boolean;
  mailer_autoconfirm: boolean;
  saml_enabled?: boolean;
}
interface Key {
  kid?: string;
  alg?: string;
  kty: string;
}

async function answerOf<T>(path: string): Promise<{ body: T; ms: number }> {
  const started = performance.now();
  const response = await shell().identity.http(path);
  const ms = performance.now() - started;
  if (!response.ok) throw new Error(`It answered ${response.status}.`);
  return { body: (await response.json()) as T, ms };
}

const ASK_SERVER = "Check that the identity service is running, and that no proxy or firewall answers in its place.";

/** Identity: whether it answers, what it offers, the keys that sign, and one's own token. */
export async function authChecks(user: User | null, now: () => number = Date.now): Promise<Check[]> {
  const [service, offers, keys] = await Promise.all([serviceCheck(), settingsCheck(), publishedKeys()]);
  return [service, offers, keysCheck(keys), ...(await tokenChecks(keys, user, now()))];
}

async function serviceCheck(): Promise<Check> {
  const title = "Identity service";
  try {
    const { body, ms } = await answerOf<{ name?: string; version?: string }>("/health");
    const name = [body.name, body.version].filter(Boolean).join(" ") || "It";
    return {
      title,
      status: "ok",
      word: "Answers",
      figure: msText(ms),
      text: `${name} at ${new URL(shell().identity.url).host}.`,
      advice: null,
    };
  } catch (error) {
    return failed(title, error, ASK_SERVER);
  }
}

async function settingsCheck(): Promise<Check> {
  const title = "Ways to sign in";
  try {
    const { body } = await answerOf<Settings>("/settings");
    const on = Object.entries(body.external)
      .filter(([, enabled]) => enabled)
      .map(([name]) => name.replaceAll("_", " "));
    if (body.saml_enabled) on.push("enterprise sign-in");
    const text = `${on.join(", ")}. Signing up is ${body.disable_signup ? "closed" : "open"}; new addresses are ${body.mailer_autoconfirm ? "accepted without confirmation" : "confirmed by email"}.`;
    return {
      title,
      status: on.length ? "ok" : "bad",
      word: on.length ? "Offered" : "None",
      figure: String(on.length),
      text: on.length ? text : "Nobody can sign in.",
      advice: on.length ? null : "Turn on a way to sign in where identity is configured.",
    };
  } catch (error) {
    return failed(title, error, ASK_SERVER);
  }
}

const publishedKeys = () =>
  answerOf<{ keys: Key[] }>("/.well-known/jwks.json").then(
    ({ body }) => body.keys,
    (error: unknown) => error as Error,
  );

function keysCheck(keys: Key[] | Error): Check {
  const title = "Signing keys";
  if (keys instanceof Error) return failed(title, keys, ASK_SERVER);
  const names = keys.map(({ kid = "without an id", alg, kty }) => `${kid.slice(0, 12)} (${alg ?? kty})`).join(", ");
  if (!keys.length)
    return {
      title,
      status: "warn",
      word: "None published",
      figure: "0",
      text: "Tokens are signed with a shared secret, so nobody but the issuer can check them.",
      advice: "Use asymmetric signing keys: the services of this product check tokens by published keys.",
    };
  return { title, status: "ok", word: "Published", figure: String(keys.length), text: `${names}.`, advice: null };
}

async function tokenChecks(keys: Key[] | Error, user: User | null, now: number): Promise<Check[]> {
  const token = await shell()
    .identity.token()
    .catch(() => null);
  if (!token) {
    const text = "Nobody is signed in, or the token cannot be read.";
    return [{ title: "Your token", status: "bad", word: "None", figure: "", text, advice: "Sign in again." }];
  }
  const { header, claims } = token;
  const [alg, kid] = [String(header.alg ?? "none"), header.kid === undefined ? null : String(header.kid)];
  const known = keys instanceof Error || keys.length === 0 || keys.some((key) => key.kid === kid);
  const left = Number(claims.exp) * 1_000 - now;
  const facts = `Signed ${alg}${kid ? ` with key ${kid.slice(0, 12)}` : ""}, for the role ${String(claims.role)}, issued ${lengthText(now - Number(claims.iat) * 1_000)} ago.`;
  return [
    {
      title: "Your token",
      status: !known ? "bad" : left > 0 ? "ok" : "warn",
      word: !known ? "Unknown key" : left > 0 ? "Good" : "Expired",
      figure: left > 0 ? `${lengthText(left)} left` : "",
      text: known ? facts : `${facts} This key is not among the published ones.`,
      advice: !known
        ? "Sign out and in again. If this does not go away, the identity service and its published keys do not match."
        : left > 0
          ? null
          : "It is renewed automatically with the next request. If it stays expired, compare the clocks below.",
    },
    assuranceCheck(String(claims.aal ?? "aal1"), claims.amr, user),
  ];
}

function assuranceCheck(level: string, amr: unknown, user: User | null): Check {
  const title = "Assurance";
  const methods = Array.isArray(amr)
    ? amr.map((entry) =>
        typeof entry === "object" && entry ? String((entry as { method?: string }).method) : String(entry),
      )
    : [];
  const factor = user?.factors.some(({ status }) => status === "verified") ?? false;
  const how = methods.length ? `Signed in by ${[...new Set(methods)].join(", ")}.` : "";
  if (level === "aal2")
    return { title, status: "ok", word: "Second factor used", figure: level, text: how, advice: null };
  if (factor)
    return {
      title,
      status: "warn",
      word: "Second factor not used",
      figure: level,
      text: `${how} Your account has a second factor that this session did not use.`,
      advice: "Sign out, then sign in with it: whatever needs the second factor refuses until then.",
    };
  return {
    title,
    status: "ok",
    word: "One factor",
    figure: level,
    text: `${how} Your account has no second factor.`.trim(),
    advice: null,
  };
}
