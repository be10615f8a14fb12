import { randomUUID } from "node:crypto";
import { billingClient } from "@tessera/contracts-billing/client.ts";
import { itemsClient } from "@tessera/contracts-items/items.ts";
import { queueClient } from "@tessera/contracts-queue/client.ts";
import { Releases } from "@tessera/service-releases/operator";
import { startServices, type World } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import { DeployTokens } from "../../releases/src/deploy-tokens.ts";
import { candidateOf } from "../../releases/src/testing/candidate.ts";
import { services } from "./services.ts";
import { placesOf } from "./testing/places.ts";

/** Stands in all that the person gives, and in nothing else. */
const MARK = `planted${randomUUID().slice(0, 8)}`;
const PASSWORD = "correct horse battery staple";

let world: World;
const log: string[] = [];
beforeAll(async () => {
  world = await startServices(services({}), {
    ownIdentity: true,
    environment: { IDENTITY_MAILER_AUTOCONFIRM: "true", ITEMS_FETCH_ALLOW: "127.0.0.1:1" },
    logTo: { write: (line) => void log.push(line) },
  });
  await world.application.nest.get(DeployTokens, { strict: false }).ensure(["shell"]);
  await world.application.nest.get(Releases, { strict: false }).publish([candidateOf("shell", "1.0.0")], "test");
});
afterAll(() => world.stop());

const places = (text: string) => placesOf(world, log, text);

const auth = (method: string, address: string, body?: unknown, token?: string) =>
  fetch(`${world.url}/auth/v1/${address}`, {
    method,
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });

interface Session {
  access_token: string;
  user: { id: string };
}

/** Writes into every area as a person does. @returns the session */
async function live(email: string): Promise<Session> {
  const session = (await (
    await auth("POST", "signup", { email, password: PASSWORD, data: { name: `${MARK} name` } })
  ).json()) as Session;
  const transport = world.client(session.access_token);
  const [items, queue, billing] = [itemsClient(transport), queueClient(transport), billingClient(transport)];
  const { url } = await billing.checkout("studio", randomUUID());
  const card = { number: "4242424242424242", expiry: "12 / 40", cvc: "123", name: `${MARK} holder` };
  const paid = await fetch(new URL(url, world.url), {
    method: "POST",
    body: new URLSearchParams(card),
    redirect: "manual",
  });
  await billing.confirm(new URL(paid.headers.get("location")!).searchParams.get("session_id")!);
  await items.create({ type: "note", title: `${MARK} title`, body: `${MARK} body`, tags: [MARK] }, randomUUID());
  await items.create({ type: "task", title: `${MARK} task`, dueAt: "2020-01-01T00:00:00.000Z" }, randomUUID());
  // Nothing answers there: the step fails, and the queue shows it.
  await items.create({ type: "bookmark", data: { url: `http://127.0.0.1:1/${MARK}` } }, randomUUID());
  await world.client(session.access_token)("/api/items/time-zone", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: '{"timeZone":"Europe/Oslo"}',
  });
  const bookmarks = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://${MARK}.example/">${MARK}</A><DT><A HREF="javascript:x">${MARK} refused</A></DL>`;
  const mail = `From: ${MARK} <ann@example.com>\r\nSubject: ${MARK}\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n${MARK}\r\n--x\r\nContent-Type: text/plain; name=${MARK}.txt\r\nContent-Disposition: attachment; filename=${MARK}.txt\r\n\r\n${MARK}\r\n--x--\r\n`;
  for (const [name, content] of [
    [`${MARK}.html`, bookmarks],
    [`${MARK}.eml`, mail],
  ] as const) {
    const form = new FormData();
    form.append("files", new Blob([content]), name);
    await items.startImport(form, randomUUID());
    await world.jobsIdle();
  }
  await world.client(session.access_token)("/api/settings/preferences", {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ displayName: `${MARK} name` }),
  });
  await auth("PUT", "user", { data: { about: `${MARK} about` } }, session.access_token);
  await auth("POST", "recover", { email });
  const cookie = `sb-tessera-auth-token=base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`;
  await fetch(world.url, { headers: { cookie, accept: "text/html" } });
  await world.jobsIdle();
  expect((await queue.entries({})).items.length).toBeGreaterThan(0);
  return session;
}

it("leaves nothing of a person whose account was deleted, in any table, file or line of the log", async () => {
  const email = `${MARK}@example.com`;
  const { access_token, user } = await live(email);
  // Else the test would prove nothing.
  expect(await places(MARK)).toEqual(
    expect.arrayContaining([
      "identity.users",
      "items.item",
      "items.import_session",
      "kit.job",
      "queue.entry",
      "settings.preference",
    ]),
  );
  expect(await places(user.id)).toEqual(expect.arrayContaining(["billing.account", "releases.subject", "kit.answer"]));

  expect((await auth("DELETE", "user", { current_password: PASSWORD }, access_token)).status).toBe(204);
  await world.jobsIdle();
  await deliveriesEnd();
  expect(await places(MARK)).toEqual([]);
  // That there was an account, that its tokens no longer count while they have not expired, that it is erased once more
  // later, and what the provider charged is known by the id alone.
  const named = await places(user.id);
  expect(named.filter((place) => !/^(pgboss|stripe_sandbox)\./.test(place))).toEqual([
    "identity.audit_events",
    "kit.ended_session",
  ]);
});

/** What the payment sandbox tells of the customer's end arrives. */
async function deliveriesEnd(): Promise<void> {
  const open = "select count(*)::int as n from stripe_sandbox.delivery where delivered_at is null and next_at <= now()";
  const count = async () => ((await world.database.pool.query(open)).rows[0] as { n: number }).n;
  await until("the sandbox's deliveries", async () => (await count()) === 0, { state: count });
  await world.jobsIdle();
}
