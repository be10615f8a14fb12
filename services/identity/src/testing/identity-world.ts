import { createClient } from "@supabase/supabase-js";
import type { ServiceDefinition } from "@tessera/service-kit";
import { startServices, type World, type WorldOptions } from "@tessera/testing/services.ts";
import { desc, eq } from "drizzle-orm";
import { createServiceKey } from "../administration/service-key.ts";
import { Secret } from "../core/secret/secret.ts";
import { auditEvents } from "../core/tables.ts";
import { outboxMails } from "../delivery/tables.ts";
import { challenges } from "../factors/tables.ts";
import { identityService } from "../index.ts";
import { users } from "../users/tables.ts";

export const PASSWORD = "correct horse battery staple";

/** The identity service running for a test file, on the database under test, with its mails at hand. */
export async function startIdentity(
  environment: Record<string, string> = {},
  { beside = [], ...options }: Omit<WorldOptions, "environment"> & { beside?: ServiceDefinition[] } = {},
) {
  const world = await startServices([identityService, ...beside], {
    ownIdentity: true,
    ...options,
    environment: {
      IDENTITY_MAILER_AUTOCONFIRM: "true",
      IDENTITY_RATE_LIMIT_FACTOR: "0",
      // Tests move the clock by minutes and continue with the tokens they have.
      IDENTITY_ACCESS_TOKEN_SECONDS: "3600",
      ...environment,
    },
  });
  return { ...world, ...tools(world) };
}
export type IdentityWorld = Awaited<ReturnType<typeof startIdentity>>;

/** An unmodified supabase-js client that keeps its session in memory. */
export function supabase(url: string, flowType: "pkce" | "implicit" = "pkce") {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return createClient(url, "sb_publishable_test", {
    auth: { storage, flowType, autoRefreshToken: false, detectSessionInUrl: false },
  }).auth;
}

let count = 0;
/** A number of the range that is never given to anybody (+1 555 01…). */
export const newPhone = () =>
  `155501${String(++count).padStart(2, "0")}${String(Date.now() % 100000).padStart(5, "0")}`;
export const newAddress = () => `person${++count}.${Date.now()}@example.com`;

function tools(world: World) {
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${world.url}/auth/v1/${path}`, {
      method,
      redirect: "manual",
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  return {
    call,
    client: (flowType?: "pkce" | "implicit") => supabase(world.url, flowType),
    /** Signs a new person up (autoconfirm on). */
    person: async (email = newAddress(), password = PASSWORD) => {
      const auth = supabase(world.url);
      const { data, error } = await auth.signUp({ email, password });
      if (error || !data.session) throw error ?? new Error("no session");
      return { auth, email, session: data.session, user: data.session.user };
    },
    /** The newest mail to an address, once all that are due are written. */
    mail: async (to: string) => {
      await world.jobsIdle();
      const [mail] = await world.database.system((tx) =>
        tx.select().from(outboxMails).where(eq(outboxMails.recipient, to)).orderBy(desc(outboxMails.id)).limit(1),
      );
      if (!mail) throw new Error(`No mail to ${to}`);
      const href = /https?:\/\/\S+/.exec(mail.text)?.[0] ?? "";
      const query = href ? new URL(href).searchParams : new URLSearchParams();
      const token = query.get("token_hash") ?? query.get("token") ?? "";
      return {
        ...mail,
        /** As it stands in the mail. */
        href,
        /** The contract's own way to redeem the same token: GET verify. */
        link: query.has("token_hash") ? verifyOf(world.url, href) : href,
        code: /\b\d{6}\b/.exec(mail.text)?.[0] ?? "",
        token,
        undo: /#token=(\S+)/.exec(mail.text)?.[1] ?? "",
      };
    },
    mails: async (to: string) => {
      await world.jobsIdle();
      return world.database.system((tx) => tx.select().from(outboxMails).where(eq(outboxMails.recipient, to)));
    },
    audit: () => world.database.system((tx) => tx.select().from(auditEvents).orderBy(auditEvents.id)),
    setUser: (id: string, change: Partial<typeof users.$inferInsert>) =>
      world.database.system((tx) => tx.update(users).set(change).where(eq(users.id, id))),
    setChallenge: (id: string, change: Partial<typeof challenges.$inferInsert>) =>
      world.database.system((tx) => tx.update(challenges).set(change).where(eq(challenges.id, id))),
    /** A client with a service key, as a server would use it. */
    admin: async () => {
      const key = await createServiceKey(world.application.nest.get(Secret), world.clock.now(), 1);
      return Object.assign(
        createClient(world.url, key, { auth: { persistSession: false, autoRefreshToken: false } }).auth.admin,
        { key },
      );
    },
    /** The newest text message to a number. */
    text: async (to: string) => {
      await world.jobsIdle();
      const [sms] = await world.database.system((tx) =>
        tx
          .select()
          .from(outboxMails)
          .where(eq(outboxMails.recipient, `+${to}`))
          .orderBy(desc(outboxMails.id))
          .limit(1),
      );
      if (!sms) throw new Error(`No text message to ${to}`);
      return { ...sms, code: /\d{6}/.exec(sms.text)?.[0] ?? "" };
    },
    user: async (email: string) =>
      (await world.database.system((tx) => tx.select().from(users).where(eq(users.email, email))))[0] ?? null,
  };
}

function verifyOf(url: string, href: string): string {
  const page = new URL(href);
  const { token_hash: token = "", type = "" } = Object.fromEntries(page.searchParams);
  return `${url}/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: page.origin + page.pathname })}`;
}

/** Opens a mailed link as a browser would. @returns where it leads */
export async function follow(link: string): Promise<URL> {
  const answer = await fetch(link, { redirect: "manual" });
  if (answer.status !== 303) throw new Error(`${answer.status} ${await answer.text()}`);
  return new URL(answer.headers.get("location")!);
}
