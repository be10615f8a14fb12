import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { reach, type Target, UsageError } from "./running-product.ts";

interface Session {
  access_token: string;
  user: { factors?: { id: string; factor_type: string; status: string }[] };
}

/**
 * The token of the command line or of ADMIN_TOKEN, else that of a session which a person opens in the terminal.
 * @throws UsageError
 */
export async function administratorToken(url: string, given: string | undefined): Promise<string> {
  const token = given ?? process.env.ADMIN_TOKEN;
  if (token) return token;
  if (!process.stdin.isTTY)
    throw new UsageError("No administrator: give --token or ADMIN_TOKEN, an administrator's access token");
  const email = await asked(`Email of an administrator of ${url}: `);
  const password = await asked("Password: ", { hidden: true });
  const session = await post<Session>({ url, token: "" }, "/auth/v1/token?grant_type=password", { email, password });
  return owesSecondFactor(session.access_token) ? withSecondFactor(url, session) : session.access_token;
}

/** As service-kit reads it: libs/service-kit/src/http/caller.ts. */
function owesSecondFactor(token: string): boolean {
  const { aal, next_aal } = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as {
    aal?: string;
    next_aal?: string;
  };
  return next_aal === "aal2" && aal !== "aal2";
}

async function withSecondFactor(url: string, { access_token: token, user }: Session): Promise<string> {
  const factor = user.factors?.find(({ factor_type, status }) => factor_type === "totp" && status === "verified");
  if (!factor)
    throw new Error(
      "This account's second step is not an authenticator app. Give --token with an access token instead.",
    );
  const target = { url, token };
  const challenge = await post<{ id: string }>(target, `/auth/v1/factors/${factor.id}/challenge`, {});
  const code = await asked("Code of your authenticator app: ");
  const answer = await post<Session>(target, `/auth/v1/factors/${factor.id}/verify`, {
    challenge_id: challenge.id,
    code,
  });
  return answer.access_token;
}

async function post<T>(target: Target, address: string, body: object): Promise<T> {
  const headers = { "content-type": "application/json", apikey: process.env.IDENTITY_ANON_KEY ?? "tessera" };
  const response = await reach(target, "POST", address, JSON.stringify(body), headers);
  const answer = (await response.json()) as T & { msg?: string; message?: string };
  if (!response.ok) throw new Error(answer.msg ?? answer.message ?? `${target.url} answered ${response.status}`);
  return answer;
}

/** A line from the terminal. `hidden`: what is typed is not shown. */
async function asked(question: string, { hidden = false } = {}): Promise<string> {
  process.stdout.write(question);
  const output = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stdout;
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return (await terminal.question("")).trim();
  } finally {
    terminal.close();
    if (hidden) process.stdout.write("\n");
  }
}
