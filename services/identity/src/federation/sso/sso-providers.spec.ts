import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type SamlProvider, startSamlProvider } from "@tessera/testing/saml-provider.ts";
import { eq } from "drizzle-orm";
import { Maintenance } from "../../core/maintenance.ts";
import { withTotp } from "../../testing/codes.ts";
import { type IdentityWorld, PASSWORD, startIdentity } from "../../testing/identity-world.ts";
import { addProvider, post } from "../../testing/single-sign-on.ts";
import { ssoProviders } from "../tables.ts";
import { fetchMetadata } from "./fetch-metadata.ts";
import { readIdpMetadata } from "./idp-metadata.ts";

const PATH = "admin/sso/providers";
interface View {
  id: string;
  disabled: boolean;
  saml: {
    entity_id: string;
    metadata_xml?: string;
    metadata_url?: string;
    certificates: { expires_at: string; expired: boolean }[];
  };
  domains: { domain: string }[];
}

describe("administration of identity providers", () => {
  let world: IdentityWorld;
  let key: string;
  let provider: SamlProvider;
  beforeAll(async () => {
    world = await startIdentity();
    key = (await world.admin()).key;
    provider = await startSamlProvider();
  });
  afterAll(async () => {
    await world.stop();
    await provider.stop();
  });

  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await world.call(method, path, body, { authorization: `Bearer ${key}` });
    return {
      status: answer.status,
      body: (await answer.json()) as View & { items: View[]; error_code: string; msg: string },
    };
  };
  const saml = (change: Record<string, unknown> = {}) => ({
    type: "saml",
    metadata_xml: provider.metadataXml,
    ...change,
  });

  it("is refused to everybody without a service key, or to an administrator without their second factor [auth.admin-role]", async () => {
    const { id } = (await call("POST", PATH, saml())).body;
    await world.person(); // the first account owns the installation
    const { auth, user, session, email } = await world.person();
    const paths = [
      ["GET", PATH],
      ["POST", PATH],
      ["GET", `${PATH}/${id}`],
      ["PUT", `${PATH}/${id}`],
      ["DELETE", `${PATH}/${id}`],
    ] as const;
    const refused = async (token?: string) => {
      const codes = new Set<string>();
      for (const [method, path] of paths) {
        const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
        const answer = await world.call(
          method,
          path,
          method === "GET" || method === "DELETE" ? undefined : saml(),
          headers,
        );
        codes.add(((await answer.json()) as { error_code: string }).error_code);
      }
      return [...codes];
    };
    expect(await refused()).toEqual(["no_authorization"]);
    expect(await refused(session.access_token)).toEqual(["not_admin"]);
    await withTotp(world, auth);
    await world.setUser(user.id, { appMetadata: { roles: ["admin"] } });
    const weak = await world.client().signInWithPassword({ email, password: PASSWORD });
    expect(await refused(weak.data.session!.access_token)).toEqual(["insufficient_aal"]);
    expect((await call("GET", `${PATH}/${id}`)).status).toBe(200);
    await call("DELETE", `${PATH}/${id}`);
  });

  it("adds, shows, lists, changes and removes one, and writes it down", async () => {
    const made = await call("POST", PATH, saml({ domains: ["Corp.Example", "bücher.example"] }));
    expect(made).toMatchObject({
      status: 201,
      body: {
        disabled: false,
        saml: { entity_id: provider.entityId, metadata_xml: provider.metadataXml, allow_idp_initiated: false },
        domains: [{ domain: "corp.example" }, { domain: "xn--bcher-kva.example" }],
      },
    });
    const { id } = made.body;
    expect((await call("GET", `${PATH}/${id}`)).body).toEqual(made.body);
    const { items } = (await call("GET", PATH)).body;
    expect(items.map((item) => [item.id, item.saml.metadata_xml])).toEqual([[id, undefined]]);
    const changed = await call("PUT", `${PATH}/${id}`, { domains: ["corp.example", "new.example"], disabled: true });
    expect(changed.body).toMatchObject({
      disabled: true,
      domains: [{ domain: "corp.example" }, { domain: "new.example" }],
    });
    expect(
      (await call("PUT", `${PATH}/${id}`, { name_id_format: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress" }))
        .body,
    ).toMatchObject({
      disabled: true,
      domains: [{ domain: "corp.example" }, { domain: "new.example" }],
      saml: { name_id_format: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress" },
    });
    expect((await call("DELETE", `${PATH}/${id}`)).body.id).toBe(id);
    expect(await call("GET", `${PATH}/${id}`)).toMatchObject({
      status: 404,
      body: { error_code: "sso_provider_not_found" },
    });
    expect((await call("GET", `${PATH}/7`)).status).toBe(404);
    const actions = (await world.audit()).filter(({ details }) => details.provider === id).map(({ action }) => action);
    expect(actions).toEqual([
      "admin_sso_provider_created",
      "admin_sso_provider_updated",
      "admin_sso_provider_updated",
      "admin_sso_provider_deleted",
    ]);
  });

  it("gives a domain to one provider and knows a provider once; nothing is kept of what is refused", async () => {
    const first = (await call("POST", PATH, saml({ domains: ["one.example"] }))).body;
    expect(await call("POST", PATH, saml())).toMatchObject({
      status: 422,
      body: { error_code: "saml_idp_already_exists" },
    });
    const other = await startSamlProvider();
    const taken = { metadata_xml: other.metadataXml, domains: ["free.example", "ONE.example"] };
    expect(await call("POST", PATH, saml(taken))).toMatchObject({
      status: 400,
      body: { error_code: "sso_domain_already_exists" },
    });
    const second = (await call("POST", PATH, saml({ ...taken, domains: ["free.example"] }))).body;
    expect(await call("PUT", `${PATH}/${second.id}`, { domains: ["one.example"] })).toMatchObject({ status: 400 });
    expect((await call("GET", `${PATH}/${second.id}`)).body.domains).toMatchObject([{ domain: "free.example" }]);
    const foreign = await call("PUT", `${PATH}/${second.id}`, { metadata_xml: provider.metadataXml });
    expect(foreign).toMatchObject({ status: 400, body: { error_code: "saml_entity_id_mismatch" } });
    for (const { id } of [first, second]) await call("DELETE", `${PATH}/${id}`);
    await other.stop();
  });

  it("shows when certificates end", async () => {
    const [soon, over] = [new Date(Date.now() + 86_400_000), new Date(Date.now() - 86_400_000)];
    for (const certificateEnds of [soon, over]) {
      const short = await startSamlProvider({ certificateEnds });
      const { id, saml: shown } = (await call("POST", PATH, saml({ metadata_xml: short.metadataXml }))).body;
      expect(shown.certificates).toMatchObject([
        {
          subject: "CN=Test identity provider",
          expires_at: `${certificateEnds.toISOString().slice(0, 19)}.000Z`,
          expired: certificateEnds === over,
        },
      ]);
      await call("DELETE", `${PATH}/${id}`);
      await short.stop();
    }
  });

  it.each([
    [{ type: "oidc" }, /Only 'saml'/],
    [{ metadata_xml: undefined }, /Either metadata_xml or metadata_url/],
    [{ metadata_url: "https://idp.example/metadata" }, /Only one of/],
    [{ metadata_url: "no address", metadata_xml: undefined }, /must be an address/],
    [{ metadata_xml: "no XML" }, /cannot be read/],
    [{ metadata_xml: "<EntityDescriptor/>" }, /EntityID/],
    [{ metadata_xml: '<!DOCTYPE x [<!ENTITY e "x">]><EntityDescriptor entityID="&e;"/>' }, /document type or entities/],
    [{ metadata_xml: "x".repeat(300_000) }, /too long/],
    [{ domains: ["not a domain"] }, /must be a domain/],
    [{ domains: ["https://corp.example"] }, /must be a domain/],
    [{ domains: ["*.example"] }, /must be a domain/],
    [{ name_id_format: "mine" }, /must be one of/],
    [{ attribute_mapping: { keys: { email: { name: 7 } } } }, /attribute_mapping/],
  ])("says what is wrong with %j", async (change, words) => {
    const { status, body } = await call("POST", PATH, saml(change));
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ error_code: "validation_failed", msg: expect.stringMatching(words) }),
    ]);
  });

  it("says what a provider's metadata lacks", async () => {
    const xml = provider.metadataXml;
    for (const [wrong, words] of [
      [xml.replaceAll("HTTP-Redirect", "HTTP-POST"), /no https address/],
      [
        xml
          .replaceAll("SingleSignOnService Binding", "Nothing Binding")
          .replaceAll("</SingleSignOnService", "</Nothing"),
        /no https address/,
      ],
      [xml.replaceAll(`${provider.url}/sign-in`, "javascript:alert(1)"), /no https address/],
      [xml.replaceAll(`${provider.url}/sign-in`, "http://idp.example/"), /no https address/],
      [xml.replace(/<KeyDescriptor[\s\S]*<\/KeyDescriptor>/, ""), /no certificate/],
      [xml.replace(/(X509Certificate>)[^<]*/, "$1MIIC"), /cannot be read/],
      [xml.replace(/IDPSSODescriptor/g, "SPSSODescriptor"), /IDPSSODescriptor/],
    ] as const)
      expect((await call("POST", PATH, saml({ metadata_xml: wrong }))).body).toMatchObject({
        msg: expect.stringMatching(words),
      });
    await expect(readIdpMetadata(xml, false)).rejects.toThrow("no https address");
  });

  it("ends the sessions of a removed provider's people, and lets nobody in by a disabled one", async () => {
    const { id } = await addProvider(world, provider);
    const auth = world.client();
    const signInAddress = (await auth.signInWithSSO({ providerId: id })).data!.url;
    const landed = await post(await provider.respond(signInAddress));
    expect((await auth.exchangeCodeForSession(landed.searchParams.get("code")!)).error).toBeNull();
    const begun = (await world.client().signInWithSSO({ providerId: id })).data!.url;
    await call("PUT", `${PATH}/${id}`, { disabled: true });
    expect((await world.client().signInWithSSO({ providerId: id })).error).toMatchObject({
      status: 404,
      code: "sso_provider_disabled",
    });
    expect((await post(await provider.respond(begun))).searchParams.get("error_code")).toBe("sso_provider_disabled");
    expect((await auth.getUser()).error).toBeNull();
    await call("DELETE", `${PATH}/${id}`);
    expect((await auth.refreshSession()).error).not.toBeNull();
  });

  it("reads metadata from an address, and again every day: a new key counts, another provider's does not", async () => {
    const { id } = (await call("POST", PATH, saml({ metadata_xml: undefined, metadata_url: provider.metadataUrl })))
      .body;
    const port = Number(new URL(provider.url).port);
    const kept = async () => {
      const [row] = await world.database.system((tx) => tx.select().from(ssoProviders).where(eq(ssoProviders.id, id)));
      return row!.metadataXml;
    };
    const before = await kept();
    const maintenance = world.application.nest.get(Maintenance);
    await provider.stop();
    const renewed = await startSamlProvider({ port });
    await maintenance.run();
    expect(await kept()).toBe(before);
    world.clock.advance(86_400_001);
    await maintenance.run();
    const after = await kept();
    expect(after).toBe(renewed.metadataXml);
    expect(after).not.toBe(before);
    await renewed.stop();
    world.clock.advance(86_400_001);
    await maintenance.run();
    const impostor = createServer(
      (_, response) => void response.end(renewed.metadataXml.replaceAll(provider.entityId, "https://evil.example/")),
    );
    await new Promise<void>((ready) => impostor.listen(port, "127.0.0.1", ready));
    await maintenance.run();
    expect(await kept()).toBe(after);
    await new Promise((done) => impostor.close(done));
    world.clock.set(new Date());
  });
});

describe("fetching metadata", () => {
  let server: Server;
  let url: string;
  let asked = 0;
  let answer: RequestListener;
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked++;
      answer(request, response);
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`;
  });
  beforeEach(() => {
    asked = 0;
    answer = (_, response) => response.end("<metadata/>");
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = () => new URL(url).port;

  it("reaches the loopback in development alone", async () => {
    expect(await fetchMetadata(url, true)).toBe("<metadata/>");
    expect(await fetchMetadata(`http://localhost:${port()}/`, true)).toBe("<metadata/>");
    for (const written of [
      url,
      `https://127.0.0.1:${port()}/`,
      `https://localhost:${port()}/`,
      `https://0x7f.1:${port()}/`,
      `https://[::1]:${port()}/`,
    ])
      await expect(fetchMetadata(written, false)).rejects.toMatchObject({
        code: "saml_metadata_fetch_failed",
        status: 400,
      });
    expect(asked).toBe(2);
  });

  it.each([
    "http://10.0.0.1/",
    "https://10.0.0.1/",
    "https://169.254.169.254/latest",
    "https://[::ffff:10.0.0.1]/",
    "https://[fd00::1]/",
    "https://0.0.0.0/",
  ])("never asks %s", (address) => expect(fetchMetadata(address, true)).rejects.toThrow(/public internet|HTTPS/));

  it("refuses other schemes, passwords, redirects, errors, and what is too large or no text", async () => {
    await expect(fetchMetadata("ftp://idp.example/", true)).rejects.toThrow("HTTPS");
    await expect(fetchMetadata("file:///etc/passwd", true)).rejects.toThrow("HTTPS");
    await expect(fetchMetadata("https://me:secret@idp.example/", true)).rejects.toThrow("password");
    await expect(fetchMetadata("https://nowhere.invalid/", true)).rejects.toThrow("not found");
    const failing = (listener: RequestListener) => {
      answer = listener;
      return fetchMetadata(url, true);
    };
    await expect(
      failing((_, response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end()),
    ).rejects.toThrow("302");
    await expect(failing((_, response) => response.writeHead(500).end())).rejects.toThrow("500");
    await expect(failing((_, response) => response.end("x".repeat(600_000)))).rejects.toThrow("larger");
    await expect(failing((_, response) => response.end(Buffer.from([0xff, 0xfe])))).rejects.toThrow("UTF-8");
    await expect(failing((request) => request.socket.destroy())).rejects.toThrow("connection failed");
  });
});
