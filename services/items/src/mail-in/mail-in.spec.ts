/** Mails that are sent to a person's address, by SMTP and by a provider's hook. */
import { createHash, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { MAX_MAIL_BYTES } from "@tessera/contracts-items/limits.ts";
import { MailIn, TakenMail } from "@tessera/contracts-items/mail-in.ts";
import { mailInClient } from "@tessera/contracts-items/mail-in-client.ts";
import { PlanStandings } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { TypeRegistry } from "../types/registry.ts";
import { mailSignature } from "./hook-signature.ts";
import { SmtpListener } from "./smtp-listener.ts";
import { dial, type Reply } from "./testing/smtp-client.ts";

const DOMAIN = "in.tessera.example";
const SECRET = "a secret of a provider of mail, long enough";
let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems({
    environment: { MAIL_IN_DOMAIN: DOMAIN, MAIL_IN_PORT: "0", MAIL_IN_SECRET: SECRET },
  });
});
afterAll(() => world.stop());

const port = () => world.application.nest.get(SmtpListener).port!;
const someone = async () => {
  const userId = randomUUID();
  const one = await world.person({ userId });
  const mailIn = mailInClient(world.client(one.token));
  const renewed = MailIn.parse(await mailIn.renew(randomUUID()));
  await plan(userId);
  return { ...one, userId, mailIn, address: renewed.address! };
};
/** What billing keeps of the person's plan. */
const plan = (
  userId: string,
  { active = true, cardLimit = null as number | null, storageLimit = null as number | null } = {},
) =>
  world.database.system((tx) =>
    world.application.nest
      .get(PlanStandings)
      .write(tx, "test", [
        { userId, openUntil: active ? "infinity" : null, planId: "studio", cardLimit, storageLimit, limits: {} },
      ]),
  );
let sent = 0;
const message = (subject = "Offer", id = `<${++sent}@brandt.example>`) =>
  [
    ...["From: Lena Brandt <lena@brandt.example>", `Subject: ${subject}`, `Message-ID: ${id}`, "MIME-Version: 1.0"],
    ...["Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: text/plain", "", "Oak, 40 mm.", "--b"],
    ...["Content-Type: application/pdf; name=offer.pdf", "Content-Disposition: attachment; filename=offer.pdf"],
    ...["Content-Transfer-Encoding: base64", "", Buffer.from("%PDF-1.4 offer").toString("base64"), "--b--", ""],
  ].join("\r\n");
const send = (to: string, text: string): Promise<Reply> => dial(port()).then((client) => client.send(to, text));
const cards = async ({ items }: Awaited<ReturnType<typeof someone>>) => (await items.list({ type: "mail" })).items;

it("makes an unread card of a mail in the inbox, with its attachment, before the sender is answered", async () => {
  const person = await someone();
  expect(await send(person.address, message())).toMatchObject({ code: 250 });
  const [card] = await cards(person);
  expect(card).toMatchObject({ title: "Offer", status: "inbox", unread: true, source: "mail-in", attachmentCount: 1 });
  const { attachments } = await person.items.get(card!.id);
  const answer = await person.send("GET", `/api/items/${card!.id}/attachments/${attachments[0]!.id}`);
  expect(await answer.text()).toBe("%PDF-1.4 offer");
  expect(await person.mailIn.get()).toMatchObject({ lastAt: expect.any(String), refused: null });
});

it("tells other areas of a mail once", async () => {
  const person = await someone();
  const mail = message("Order 12");
  for (let time = 0; time < 2; time++) await send(person.address, mail);
  const [card] = await cards(person);
  const told = () => world.received.mails.filter(({ itemId }) => itemId === card!.id);
  await until("the mail to be told", () => told().length > 0);
  await world.jobsIdle();
  expect(told()).toEqual([
    {
      userId: person.userId,
      itemId: card!.id,
      from: "Lena Brandt",
      title: "Order 12",
      text: "Oak, 40 mm.",
      date: null,
    },
  ]);
});

it("takes the same mail once, also when it comes twice at once, and leaves the card as it is", async () => {
  const person = await someone();
  const mail = message("Once", "<once@brandt.example>");
  const both = await Promise.all([send(person.address, mail), send(person.address, mail)]);
  expect(both.map(({ code }) => code)).toEqual([250, 250]);
  const [card] = await cards(person);
  await person.items.update(card!.id, card!.version, { status: "archived" });
  expect(await send(person.address, mail)).toMatchObject({ code: 250, text: expect.stringContaining("before") });
  expect(await cards(person)).toMatchObject([{ id: card!.id, status: "archived" }]);
  // Files of the copies are not kept.
  expect(await readdir(join(world.dataDir, "files/items", person.userId))).toHaveLength(1);
});

it("tags what comes for the address with a tag behind +", async () => {
  const person = await someone();
  const [name] = person.address.split("@");
  expect(await send(`${name!.toUpperCase()}+Tax@${DOMAIN}`, message())).toMatchObject({ code: 250 });
  expect(await cards(person)).toMatchObject([{ tags: ["Tax"] }]);
});

it("says the same of every address that takes nothing: unknown, replaced, removed, without a plan", async () => {
  const [replaced, removed, unpaid] = [await someone(), await someone(), await someone()];
  await replaced.mailIn.renew(randomUUID());
  await removed.mailIn.remove();
  await plan(unpaid.userId, { active: false });
  const addresses = [`${"a".repeat(25)}@${DOMAIN}`, `info@${DOMAIN}`, "someone@elsewhere.example"];
  const all = [...addresses, replaced.address, removed.address, unpaid.address];
  const replies = await Promise.all(all.map((address) => send(address, message())));
  expect(replies).toEqual(all.map(() => ({ code: 550, text: "5.1.1 No mail is taken at this address" })));
  for (const person of [replaced, removed, unpaid]) expect(await cards(person)).toEqual([]);
});

it("ends a connection that guesses addresses, and takes one recipient a mail", async () => {
  const person = await someone();
  const client = await dial(port());
  await client.say("MAIL FROM:<a@b.example>");
  const guesses = [];
  for (let n = 0; n < 6; n += 1) guesses.push((await client.say(`RCPT TO:<x${n}@${DOMAIN}>`)).code);
  expect(guesses).toEqual([550, 550, 550, 550, 550, 421]);
  client.end();
  const two = await dial(port());
  await two.say("MAIL FROM:<a@b.example>");
  expect(await two.say(`RCPT TO:<${person.address}>`)).toMatchObject({ code: 250 });
  expect(await two.say(`RCPT TO:<${person.address}>`)).toMatchObject({ code: 452 });
  two.end();
});

it("refuses what is too large, what is no mail, and what the type refuses, and tells the person why", async () => {
  const person = await someone();
  const large = `${message()}${"x".repeat(MAX_MAIL_BYTES)}`;
  expect(await send(person.address, large)).toMatchObject({ code: 552 });
  expect((await person.mailIn.get()).refused).toMatchObject({ reason: "A mail may have 25 MB at most." });
  expect(await send(person.address, "\u0000\u0001 binary")).toMatchObject({ code: 554 });
  const plugin = world.application.nest.get(TypeRegistry).find("mail")!;
  const { validateMailItem } = plugin;
  plugin.validateMailItem = ({ title }) => (title === "Spam" ? "It looks like spam." : true);
  try {
    expect(await send(person.address, message("Spam"))).toMatchObject({ code: 554 });
  } finally {
    plugin.validateMailItem = validateMailItem;
  }
  expect((await person.mailIn.get()).refused).toMatchObject({ reason: "The mail was not kept. It looks like spam." });
  expect(await cards(person)).toEqual([]);
});

it("keeps nothing beyond the plan, and tells senders no more than that the mailbox is full", async () => {
  const person = await someone();
  await plan(person.userId, { cardLimit: 1 });
  expect(await send(person.address, message("First"))).toMatchObject({ code: 250 });
  expect(await send(person.address, message("Second"))).toEqual({ code: 552, text: "5.2.2 The mailbox is full" });
  await plan(person.userId, { cardLimit: null, storageLimit: 5 });
  expect(await send(person.address, message("Third"))).toMatchObject({ code: 552 });
  expect((await cards(person)).map(({ title }) => title)).toEqual(["First"]);
  expect((await person.mailIn.get()).refused!.reason).toContain("attachments");
  expect(await readdir(join(world.dataDir, "files/items", person.userId))).toHaveLength(1);
});

it("takes 200 mails an hour at one address, and asks for more to be sent later", async () => {
  const person = await someone();
  const mail = message("Flood", "<flood@brandt.example>");
  const client = await dial(port());
  const replies = new Map<number, number>();
  for (let n = 0; n < 202; n += 1) {
    const { code } = await client.deliver(person.address, mail);
    replies.set(code, (replies.get(code) ?? 0) + 1);
  }
  client.end();
  expect(Object.fromEntries(replies)).toEqual({ 250: 200, 451: 2 });
});

describe("the hook of a provider", () => {
  const sign = (recipient: string, body: string, { t = world.clock.now().getTime() / 1000, secret = SECRET } = {}) => {
    const digest = createHash("sha256").update(body).digest("hex");
    return `t=${Math.floor(t)},sha256=${digest},v1=${mailSignature(secret, Math.floor(t), recipient, digest)}`;
  };
  const hand = async (recipient: string, body: string, signature: string, type = "message/rfc822") => {
    const answer = await fetch(`${world.url}/api/items/mail-in/messages`, {
      method: "POST",
      headers: {
        ...{ "content-type": type, "tessera-recipient": recipient, "tessera-signature": signature },
      },
      body,
    });
    return { status: answer.status, body: (await answer.json()) as { code?: string } };
  };

  it("takes a signed mail, and the same again as known", async () => {
    const person = await someone();
    const mail = message("Over HTTP");
    const first = await hand(person.address, mail, sign(person.address, mail));
    expect([first.status, TakenMail.parse(first.body)]).toEqual([200, { taken: "new" }]);
    expect((await hand(person.address, mail, sign(person.address, mail))).body).toEqual({ taken: "known" });
    expect(await cards(person)).toMatchObject([{ title: "Over HTTP", source: "mail-in" }]);
  });

  it("refuses another recipient, another body, another secret and an old signature, with nothing written", async () => {
    const [person, other] = [await someone(), await someone()];
    const mail = message();
    const now = world.clock.now().getTime() / 1000;
    for (const [to, body, signature] of [
      [other.address, mail, sign(person.address, mail)],
      [person.address, `${mail}x`, sign(person.address, mail)],
      [person.address, mail, sign(person.address, mail, { secret: SECRET.toUpperCase() })],
      [person.address, mail, sign(person.address, mail, { t: now - 301 })],
      [person.address, mail, ""],
    ] as const)
      expect(await hand(to, body, signature)).toMatchObject({ status: 401, body: { code: "mail_signature_invalid" } });
    expect([...(await cards(person)), ...(await cards(other))]).toEqual([]);
  });

  it("says how a mail is sent that comes as something else", async () => {
    const person = await someone();
    for (const [body, type] of [
      ['{"mail": "x"}', "application/json"],
      ["mail=x", "application/x-www-form-urlencoded"],
      ["mail", "text/plain"],
    ] as const) {
      const { status } = await hand(person.address, body, sign(person.address, body), type);
      expect([type, [415, 422].includes(status)]).toEqual([type, true]);
    }
  });

  it("says of an unknown address that no mail is taken there", async () => {
    const to = `${"b".repeat(25)}@${DOMAIN}`;
    const mail = message();
    expect(await hand(to, mail, sign(to, mail))).toMatchObject({ status: 404, body: { code: "mailbox_unknown" } });
  });
});

it("is the person's own to read, to replace and to remove", async () => {
  const [person, other] = [await someone(), await someone()];
  expect(person.address).not.toBe(other.address);
  await other.mailIn.remove();
  expect(await other.mailIn.get()).toMatchObject({ domain: DOMAIN, address: null });
  expect(await person.mailIn.get()).toMatchObject({ address: person.address });
});
