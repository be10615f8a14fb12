import { verify, X509Certificate } from "node:crypto";
import { type Assertion, type SamlProvider, startSamlProvider } from "@tessera/testing/saml-provider.ts";
import { type IdentityWorld, newAddress, startIdentity } from "../../testing/identity-world.ts";
import { addProvider, post } from "../../testing/single-sign-on.ts";

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());

describe("single sign-on", () => {
  let world: IdentityWorld;
  let provider: SamlProvider;
  let providerId: string;
  beforeAll(async () => {
    world = await startIdentity();
    provider = await startSamlProvider();
    providerId = (await addProvider(world, provider)).id;
  });
  afterAll(async () => {
    await world.stop();
    await provider.stop();
  });

  const begin = async (options = {}) => {
    const auth = world.client();
    const { data, error } = await auth.signInWithSSO({ domain: provider.domain, options });
    if (error) throw error;
    return { auth, url: data.url };
  };
  /** Signs in as the provider says, all the way. */
  const signIn = async (assertion: Assertion = {}) => {
    const { auth, url } = await begin();
    const landed = await post(await provider.respond(url, assertion));
    const { data, error } = await auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
    if (error) throw error;
    return data;
  };
  /** Where an answer leads that must open nothing. */
  const refusedWith = async (assertion: Assertion) => {
    const { url } = await begin();
    return refusal(await post(await provider.respond(url, assertion)));
  };
  const refusal = (landed: URL) => {
    expect(landed.href.startsWith(`${world.url}/confirm?`)).toBe(true);
    expect(landed.href).not.toMatch(/[?&]code=|access_token/);
    expect(landed.searchParams.get("error_code")).toBe(new URLSearchParams(landed.hash.slice(1)).get("error_code"));
    return `${landed.searchParams.get("error_code")}: ${landed.searchParams.get("error_description")}`;
  };

  it("leads to the company's provider and back to a session [auth.sso]", async () => {
    const { user, session } = await signIn({ name: "grace" });
    expect(user).toMatchObject({
      email: "grace@corp.example",
      email_confirmed_at: expect.any(String),
      is_sso_user: true,
      app_metadata: { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] },
      user_metadata: {
        name: "grace",
        email: "grace@corp.example",
        email_verified: true,
        iss: provider.entityId,
        sub: "grace",
      },
      identities: [{ provider: `sso:${providerId}`, id: "grace" }],
    });
    expect(claimsOf(session!.access_token)).toMatchObject({
      amr: [{ method: "sso/saml" }],
      aal: "aal1",
      is_anonymous: false,
    });
    expect((await signIn({ name: "grace" })).user?.id).toBe(user?.id);
  });

  it("is asked for by the provider's id too, and answers a form by leading on [auth.sso]", async () => {
    const byId = await world.client().signInWithSSO({ providerId });
    expect(byId.data?.url).toContain(`${provider.url}/sign-in?SAMLRequest=`);
    const plain = await world.call("POST", "sso", { provider_id: providerId });
    expect([plain.status, plain.headers.get("location")]).toEqual([
      303,
      expect.stringContaining(`${provider.url}/sign-in?`),
    ]);
  });

  it("knows a domain however it is written, and says when it knows none [auth.sso]", async () => {
    expect((await world.call("POST", "sso", { domain: " CORP.example ", skip_http_redirect: true })).status).toBe(200);
    for (const domain of ["nobody.example", "not a domain", "sub.corp.example"]) {
      expect((await world.client().signInWithSSO({ domain })).error).toMatchObject({
        status: 404,
        code: "sso_provider_not_found",
      });
    }
    const unknown = await world.client().signInWithSSO({ providerId: "6ba7b810-9dad-41d1-80b4-00c04fd430c8" });
    expect(unknown.error).toMatchObject({ status: 404, code: "sso_provider_not_found" });
    for (const body of [{}, { domain: "corp.example", provider_id: providerId }, { provider_id: "7" }])
      expect((await world.call("POST", "sso", body)).status).toBe(400);
  });

  it("works without a code for clients of the implicit flow, in the browser that began alone", async () => {
    const ask = async () => {
      const answer = await world.call("POST", "sso", { domain: provider.domain, skip_http_redirect: true });
      const cookie = answer.headers.get("set-cookie")!.split(";")[0]!;
      return { cookie, url: ((await answer.json()) as { url: string }).url };
    };
    const own = await ask();
    const landed = await post(await provider.respond(own.url), own.cookie);
    expect(new URLSearchParams(landed.hash.slice(1)).get("access_token")).toBeTruthy();
    for (const cookie of ["", own.cookie])
      expect(refusal(await post(await provider.respond((await ask()).url), cookie))).toMatch(/^bad_oauth_state/);
  });

  it("takes nobody's account for having the same address, nor the address from them", async () => {
    const { user: own } = await world.person("same@corp.example");
    const { user: managed } = await signIn({ name: "same" });
    expect(managed?.id).not.toBe(own.id);
    expect(managed?.email).toBe("same@corp.example");
    expect(
      (
        await world
          .client()
          .signInWithPassword({ email: "same@corp.example", password: "correct horse battery staple" })
      ).data.user?.id,
    ).toBe(own.id);
    const later = await signIn({ name: "later" });
    expect((await world.person("later@corp.example")).user.id).not.toBe(later.user?.id);
  });

  it("gives nobody an address outside the provider's domains", async () => {
    const { email: foreign } = await world.person(newAddress());
    const { user } = await signIn({ name: "guest", attributes: { mail: foreign } });
    expect(user).toMatchObject({ email: "", user_metadata: { email_verified: false } });
    expect((await world.user(foreign))?.id).not.toBe(user?.id);
    const lookalike = await signIn({ name: "lookalike", attributes: { mail: "x@evil.corp.example" } });
    expect(lookalike.user?.email).toBe("");
  });

  it("follows the company's changes of an address, and leaves them to the company", async () => {
    const { user, session } = await signIn({ name: "married", attributes: { mail: "miss@corp.example" } });
    const bearer = { authorization: `Bearer ${session!.access_token}` };
    for (const change of [{ email: newAddress() }, { password: "another quite long one" }])
      expect(await (await world.call("PUT", "user", change, bearer)).json()).toMatchObject({
        error_code: "user_sso_managed",
      });
    const renamed = await signIn({ name: "married", attributes: { mail: "mrs@corp.example" } });
    expect(renamed.user).toMatchObject({ id: user?.id, email: "mrs@corp.example" });
  });

  it("maps attributes as the administrator says", async () => {
    const other = await startSamlProvider({ domain: "mapped.example" });
    const made = await addProvider(world, other, {
      attribute_mapping: {
        keys: {
          email: { name: "urn:mail" },
          name: { names: ["missing", "Who"] },
          groups: { name: "memberOf", array: true },
          plan: { default: "basic" },
        },
      },
    });
    const auth = world.client();
    const { data } = await auth.signInWithSSO({ providerId: made.id });
    const attributes = { "urn:mail": "Lin@Mapped.Example", WHO: "Lin <&> Co", memberOf: ["a", "b"], unmapped: "x" };
    const landed = await post(await other.respond(data!.url, { attributes }));
    const session = await auth.exchangeCodeForSession(landed.searchParams.get("code")!);
    expect(session.data.user).toMatchObject({
      email: "lin@mapped.example",
      user_metadata: { name: "Lin <&> Co", custom_claims: { groups: ["a", "b"], plan: "basic" } },
    });
    expect(session.data.user?.user_metadata).not.toHaveProperty("unmapped");
    await other.stop();
  });

  it("takes the lasting id of the provider: a subject id before the name, no passing name, an address in lower case", async () => {
    const email = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
    const byName = await signIn({ nameId: "Ed@Corp.Example", nameIdFormat: email, attributes: {} });
    expect(byName.user).toMatchObject({ email: "ed@corp.example", identities: [{ id: "ed@corp.example" }] });
    const subject = { "urn:oasis:names:tc:SAML:attribute:subject-id": "stays@corp.example", mail: "ed2@corp.example" };
    expect((await signIn({ nameId: "changes", attributes: subject })).user?.identities?.[0]?.id).toBe(
      "stays@corp.example",
    );
    const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
    expect(await refusedWith({ nameIdFormat: transient })).toMatch(/^saml_assertion_no_user_id/);
    expect(await refusedWith({ attributes: {} })).toMatch(/^saml_assertion_no_email/);
  });

  it("takes a response whose whole is signed besides, and one after a change of keys", async () => {
    expect((await signIn({ signs: "both" })).user).toBeTruthy();
    expect(
      (await signIn({ signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512" })).user,
    ).toBeTruthy();
  });

  const SIGNATURE = /validation_failed: SAML Assertion is not valid: its signature is missing or wrong/;
  it.each<[string, Assertion, RegExp]>([
    ["unsigned", { signedBy: "nobody" }, SIGNATURE],
    ["signed with a stranger's key", { signedBy: "stranger" }, SIGNATURE],
    ["of which only the frame is signed", { signs: "response" }, SIGNATURE],
    ["changed after it was signed", { after: (xml) => xml.replace(">ada<", ">eve<") }, SIGNATURE],
    [
      "signed with SHA-1",
      { signatureAlgorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" },
      /signed or encrypted in a way/,
    ],
    [
      "signed with comments left aside",
      {
        transforms: [
          "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
          "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
        ],
      },
      /signed or encrypted in a way/,
    ],
    [
      "with a comment in the name",
      { nameId: "eve", after: (xml) => xml.replace(">eve<", ">ada<!---->eve<") },
      /comments or declarations/,
    ],
    [
      "with a comment that was signed",
      { before: (xml) => xml.replace(">ada<", "><!-- x -->ada<") },
      /comments or declarations/,
    ],
    [
      "with entities",
      { after: (xml) => `<!DOCTYPE x [<!ENTITY who "eve">]>${xml.replace(">ada<", ">&who;<")}` },
      /comments or declarations/,
    ],
    ["with an instruction", { after: (xml) => xml.replace(">ada<", "><?x?>ada<") }, /processing instructions/],
    ["too large", { attributes: { mail: "ada@corp.example", photo: "x".repeat(100_000) } }, /is too large/],
    ["for another audience", { audience: "https://other.example/metadata" }, /meant for another service/],
    ["for another recipient", { recipient: "https://other.example/acs" }, /answers another request or service/],
    ["with another destination", { destination: "https://other.example/acs" }, /meant for another service/],
    ["from another issuer", { issuer: "https://other.example/metadata" }, /from another provider/],
    ["to another request", { inResponseTo: "_of-somebody-else" }, /does not answer the request/],
    ["to no request", { inResponseTo: null }, /does not answer the request/],
    [
      "to another request, in what is signed",
      { before: (xml) => xml.replace(/(<saml:SubjectConfirmationData[^>]*InResponseTo=")[^"]*/, "$1_other") },
      /answers another request/,
    ],
    ["that has expired", { notOnOrAfter: new Date(Date.now() - 120_000) }, /expired/],
    [
      "whose confirmation has expired",
      {
        before: (xml) =>
          xml.replace(
            /(SubjectConfirmationData NotOnOrAfter=")[^"]*/,
            `$1${new Date(Date.now() - 120_000).toISOString()}`,
          ),
      },
      /expired/,
    ],
    ["that is not valid yet", { notBefore: new Date(Date.now() + 180_000) }, /not valid yet/],
    ["that says no", { status: "urn:oasis:names:tc:SAML:2.0:status:Responder" }, /did not sign you in/],
    [
      "with two assertions",
      { after: (xml) => xml.replace(/(<saml:Assertion[\s\S]*<\/saml:Assertion>)/, "$1$1") },
      SIGNATURE,
    ],
    ["that is no XML", { after: () => "no XML" }, /cannot be read/],
  ])("refuses an answer %s", async (_, assertion, words) => {
    expect(await refusedWith(assertion)).toMatch(words);
    expect((await world.audit()).at(-1)).toMatchObject({ action: "sign_in_failed", details: { method: "sso/saml" } });
  });

  /**
   * The eight ways to wrap what is signed around or beside what is read (Somorovsky and others, 2012), as far as they
   * fit an assertion.
   */
  const evil = (assertion: string) =>
    assertion
      .replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, "")
      .replace(/ID="[^"]*"/, 'ID="_evil"')
      .replaceAll(">ada<", ">root<");
  const signatureOf = (assertion: string) => /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(assertion)![0];
  const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/;
  const wrappings: [string, (assertion: string) => string][] = [
    ["before it", (signed) => evil(signed) + signed],
    ["after it", (signed) => signed + evil(signed)],
    ["around it", (signed) => evil(signed).replace("</saml:Assertion>", `${signed}</saml:Assertion>`)],
    [
      "around it, with its signature",
      (signed) =>
        evil(signed)
          .replace("<saml:Subject>", `${signatureOf(signed)}<saml:Subject>`)
          .replace("</saml:Assertion>", `${signed.replace(signatureOf(signed), "")}</saml:Assertion>`),
    ],
    [
      "with it inside the signature",
      (signed) =>
        evil(signed).replace(
          "<saml:Subject>",
          `${signatureOf(signed).replace("</ds:Signature>", `<ds:Object>${signed.replace(signatureOf(signed), "")}</ds:Object></ds:Signature>`)}<saml:Subject>`,
        ),
    ],
    ["with it in an extension", (signed) => `<samlp:Extensions>${signed}</samlp:Extensions>${evil(signed)}`],
    ["under the same id", (signed) => evil(signed).replace("_evil", /ID="([^"]*)"/.exec(signed)![1]!) + signed],
  ];
  it.each(wrappings)("refuses what is wrapped %s", async (_, wrap) => {
    const answer = await refusedWith({ after: (xml) => xml.replace(ASSERTION, (signed) => wrap(signed)) });
    expect(answer).toMatch(SIGNATURE);
  });

  it("takes an answer once, on any process", async () => {
    const first = await begin();
    const form = await provider.respond(first.url);
    expect((await post(form)).searchParams.has("code")).toBe(true);
    expect(refusal(await post(form))).toMatch(/^saml_relay_state_not_found/);
    await world.restart();
    expect(refusal(await post(form))).toMatch(/^saml_relay_state_not_found/);
  });

  it("takes an assertion once, whatever it is posted to", async () => {
    const { url } = await begin();
    const assertionId = "_spent";
    expect((await post(await provider.respond(url, { assertionId }))).searchParams.has("code")).toBe(true);
    expect(await refusedWith({ assertionId })).toMatch(/used before/);
  });

  it("refuses an answer in the flow of another provider, or of a sign-in that took too long", async () => {
    const other = await startSamlProvider({ domain: "rival.example" });
    const { id } = await addProvider(world, other);
    const rival = await world.client().signInWithSSO({ providerId: id });
    const { url } = await begin();
    const relayState = new URL(rival.data!.url).searchParams.get("RelayState")!;
    const form = await provider.respond(url);
    expect(refusal(await post({ ...form, fields: { ...form.fields, RelayState: relayState } }))).toMatch(
      /does not answer the request/,
    );
    const own = await other.respond(url, { issuer: provider.entityId });
    expect(refusal(await post(own))).toMatch(SIGNATURE);
    await other.stop();
    const late = await begin();
    world.clock.advance(601_000);
    expect(refusal(await post(await provider.respond(late.url)))).toMatch(/^flow_state_expired/);
    world.clock.set(new Date());
  });

  it("refuses a sign-in that the provider began, unless it may; and then leads nowhere else", async () => {
    const acs = `${world.url}/auth/v1/sso/saml/acs`;
    const audience = `${world.url}/auth/v1/sso/saml/metadata`;
    const unasked = async (from: SamlProvider, RelayState: string) =>
      post({ action: acs, fields: { SAMLResponse: await from.response(acs, audience), RelayState } });
    expect(refusal(await unasked(provider, ""))).toMatch(/begin here/);
    const open = await startSamlProvider({ domain: "portal.example" });
    expect(refusal(await unasked(open, ""))).toMatch(/^saml_idp_not_found/);
    await addProvider(world, open, { allow_idp_initiated: true });
    const landed = await unasked(open, `${world.url}/`);
    expect(landed.pathname).toBe("/");
    expect(new URLSearchParams(landed.hash.slice(1)).get("access_token")).toBeTruthy();
    for (const elsewhere of [
      "https://evil.example/",
      "//evil.example",
      `${world.url}.evil.example/`,
      "javascript:alert(1)",
    ])
      expect((await unasked(open, elsewhere)).href.startsWith(`${world.url}/confirm#`)).toBe(true);
    const forAnother = await open.response(acs, audience, { inResponseTo: "_x" });
    expect(refusal(await post({ action: acs, fields: { SAMLResponse: forAnother, RelayState: "" } }))).toMatch(
      /does not answer the request/,
    );
    await open.stop();
  });

  it("leads nowhere that is not on the list, whatever the request or the answer names", async () => {
    for (const redirectTo of ["https://evil.example/", `${world.url}@evil.example/`, "javascript:alert(1)"]) {
      const { url } = await begin({ redirectTo });
      expect((await post(await provider.respond(url))).href.startsWith(`${world.url}/confirm?code=`)).toBe(true);
    }
    const { url } = await begin({ redirectTo: `${world.url}/` });
    const form = await provider.respond(url);
    expect((await post(form)).href.startsWith(`${world.url}/?code=`)).toBe(true);
    const spoiled = await provider.respond((await begin()).url);
    const landed = await post({ ...spoiled, fields: { ...spoiled.fields, RelayState: "https://evil.example/" } });
    expect(landed.host).toBe(new URL(world.url).host);
  });

  it("answers what is no answer with a plain error", async () => {
    for (const body of [
      {},
      { SAMLResponse: "" },
      { SAMLResponse: ["a", "b"] },
      { SAMLResponse: "x", RelayState: "x".repeat(3000) },
    ])
      expect((await world.call("POST", "sso/saml/acs", body)).status).toBe(400);
  });

  it("tells the company's administrator what to enter [auth.sso]", async () => {
    const answer = await world.call("GET", "sso/saml/metadata?download=true");
    expect(answer.headers.get("content-type")).toMatch(/xml/);
    const xml = await answer.text();
    expect(xml).toContain(`entityID="${world.url}/auth/v1/sso/saml/metadata"`);
    expect(xml).toContain(`Location="${world.url}/auth/v1/sso/saml/acs"`);
    expect(xml).toContain('WantAssertionsSigned="true"');
    expect(await (await world.call("GET", "settings")).json()).toMatchObject({ saml_enabled: true });
  });

  it("signs its requests with a key of 3072 bits that its metadata names, on any process the same", async () => {
    const certificateOf = async () => {
      const xml = await (await world.call("GET", "sso/saml/metadata")).text();
      return new X509Certificate(Buffer.from(/X509Certificate>([^<]*)</.exec(xml)![1]!, "base64"));
    };
    const certificate = await certificateOf();
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072);
    const { url } = await begin();
    const [signed, signature] = new URL(url).search.slice(1).split("&Signature=");
    expect(signed).toMatch(
      /^SAMLRequest=[^&]+&RelayState=[^&]+&SigAlg=http%3A%2F%2Fwww.w3.org%2F2001%2F04%2Fxmldsig-more%23rsa-sha256$/,
    );
    const bytes = Buffer.from(decodeURIComponent(signature!), "base64");
    expect(verify("sha256", Buffer.from(signed!), certificate.publicKey, bytes)).toBe(true);
    expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now() + 19 * 365 * 86_400_000);
    await world.restart();
    expect((await certificateOf()).fingerprint256).toBe(certificate.fingerprint256);
  });

  it("can be turned off, and is in the profile that clients' own tests assume [auth.sso]", async () => {
    const off = await startIdentity({ IDENTITY_PROFILE: "conformance" });
    const { error } = await off.client().signInWithSSO({ domain: "corp.example" });
    expect(error).toMatchObject({ status: 404, code: "saml_provider_disabled", message: "SAML 2.0 is disabled" });
    expect((await off.call("POST", "sso/saml/acs", {})).status).toBe(404);
    expect(await (await off.call("GET", "settings")).json()).toMatchObject({ saml_enabled: false });
    await off.stop();
  });

  it("is bounded by address", async () => {
    const limited = await startIdentity({ IDENTITY_RATE_LIMIT_FACTOR: "1" });
    limited.clock.set(new Date());
    const statuses: number[] = [];
    for (let count = 0; count < 31; count++)
      statuses.push((await limited.call("POST", "sso", { domain: "nobody.example" })).status);
    expect([statuses.at(-2), statuses.at(-1)]).toEqual([404, 429]);
    await limited.stop();
  });
});
