/** What mails say, and how they are sent. @databases one */
import type { AddressInfo } from "node:net";
import { until } from "@tessera/testing/until.ts";
import { SMTPServer } from "smtp-server";
import { type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";
import { SmtpMailer } from "./smtp-mailer.ts";
import { render, templates } from "./templates.ts";

describe("the outbox of a development set-up", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({ IDENTITY_MAILER_AUTOCONFIRM: "false" });
  });
  afterAll(() => world.stop());
  const onServer = Boolean(process.env.TEST_DATABASE_URL);

  it("lists mails with their links, on the embedded database alone", async () => {
    const email = newAddress();
    await world.client().signUp({ email, password: PASSWORD });
    const { href: link, code } = await world.mail(email);
    const json = await fetch(`${world.url}/dev/outbox.json?to=${email}`);
    const page = await fetch(`${world.url}/dev/outbox`);
    if (onServer) return expect([json.status, page.status]).toEqual([404, 404]);
    expect(await json.json()).toMatchObject({
      messages: [
        { to: email, subject: "Confirm your e-mail address", links: [link], text: expect.stringContaining(code) },
      ],
    });
    expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
    expect(await page.text()).toContain(`<a href="${link.replaceAll("&", "&amp;")}"`);
  });

  it("shows what people wrote as text", async () => {
    if (onServer) return;
    const { auth } = { auth: world.client() };
    const email = `"<b>x"@example.com`;
    await auth.signUp({ email, password: PASSWORD });
    expect(await (await fetch(`${world.url}/dev/outbox`)).text()).not.toContain("<b>");
  });
});

describe("mail", () => {
  it("goes to the server that SMTP_URL names, in text and HTML, and is tried again when it does not answer", async () => {
    const received: { to: string[]; source: string }[] = [];
    let refuse = true;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData(stream, session, done) {
        const parts: Buffer[] = [];
        stream.on("data", (part: Buffer) => parts.push(part));
        stream.on("end", () => {
          if (refuse) {
            refuse = false;
            return done(Object.assign(new Error("busy"), { responseCode: 451 }));
          }
          received.push({
            to: session.envelope.rcptTo.map((entry) => entry.address),
            source: Buffer.concat(parts).toString(),
          });
          done();
        });
      },
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const { port } = server.server.address() as AddressInfo;
    const world = await startIdentity({
      IDENTITY_MAILER_AUTOCONFIRM: "",
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "Tessera <post@example.com>",
    });
    const email = newAddress();
    expect((await world.client().signUp({ email, password: PASSWORD })).data.session).toBeNull();
    await until("the mail", () => received.length > 0);
    expect(received[0]!.to).toEqual([email]);
    for (const part of [
      "From: Tessera <post@example.com>",
      "Subject: Confirm your e-mail address",
      "text/plain",
      "text/html",
    ])
      expect(received[0]!.source).toContain(part);
    expect((await fetch(`${world.url}/dev/outbox.json`)).status).toBe(404);
    await world.stop();
    await new Promise<void>((closed) => server.close(closed));
  });

  it("goes to no server without TLS where that is not allowed", async () => {
    const received: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData(stream, { envelope }, done) {
        stream.on("end", () => {
          received.push(...envelope.rcptTo.map(({ address }) => address));
          done();
        });
        stream.resume();
      },
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    const mail = (to: string) => ({ to, subject: "One", text: "One", html: "<p>One</p>" });
    await expect(new SmtpMailer(url, "post@example.com", false).deliver(mail("a@example.com"))).rejects.toThrow();
    await new SmtpMailer(url, "post@example.com", true).deliver(mail("b@example.com"));
    expect(received).toEqual(["b@example.com"]);
    await new Promise<void>((closed) => server.close(closed));
  });

  it("says the same in text and in HTML, whatever an address holds", () => {
    const mail = render(
      "to@example.com",
      templates.emailChangeCurrent({ url: "https://example.com/?a=1&b=2", code: "123456" }, "<i>@example.com"),
      3_600_000,
    );
    expect(mail.text).toContain("https://example.com/?a=1&b=2");
    expect(mail.text).toContain("123456");
    expect(mail.text).toContain("within 60 minutes");
    expect(mail.html).toContain('href="https://example.com/?a=1&amp;b=2"');
    expect(mail.html).toContain("&lt;i&gt;@example.com");
  });
});

describe("the log", () => {
  it("holds no token, code, password or address of any of these calls", async () => {
    const lines: string[] = [];
    const world = await startIdentity(
      { IDENTITY_MAILER_AUTOCONFIRM: "false" },
      { logTo: { write: (line) => void lines.push(line) } },
    );
    const email = newAddress();
    const auth = world.client("implicit");
    await auth.signUp({ email, password: PASSWORD });
    const mail = await world.mail(email);
    const landed = await fetch(mail.link, { redirect: "manual" });
    const fragment = new URLSearchParams(new URL(landed.headers.get("location")!).hash.slice(1));
    await world.client().signInWithPassword({ email, password: "a wrong password" });
    const { data } = await world.client().signInWithPassword({ email, password: PASSWORD });
    await world.call("GET", "user", undefined, { authorization: `Bearer ${data.session!.access_token}x` });
    await world.call("POST", "token?grant_type=refresh_token", { refresh_token: data.session!.refresh_token });
    await world.stop();
    expect(lines.length).toBeGreaterThan(0);
    const secrets = [
      email,
      PASSWORD,
      mail.token,
      mail.code,
      fragment.get("access_token")!,
      fragment.get("refresh_token")!,
      data.session!.access_token,
      data.session!.refresh_token,
    ];
    for (const secret of secrets) expect(lines.join("")).not.toContain(secret);
  });
});
