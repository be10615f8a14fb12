import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { inflateRawSync } from "node:zlib";
// Alone: journeys, which use this too, load no service.
import { selfSignedCertificate } from "@tessera/service-kit/self-signed-certificate.ts";
import samlify from "samlify";

const { Constants, Extractor, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } = samlify;

const RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
const TRANSFORMS = ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/2001/10/xml-exc-c14n#"];
const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export interface SamlProviderOptions {
  /** Port of the loopback; any free one without it. */
  port?: number;
  /** Domain of the people's addresses: "ada" is ada@corp.example. */
  domain?: string;
  /** When the signing certificate ends. */
  certificateEnds?: Date;
}

/** What a response says; all of it can be other than an honest provider would. */
export interface Assertion {
  /** Who signed in, by the name typed into the form. */
  name?: string;
  nameId?: string;
  nameIdFormat?: string;
  /** Attributes of the person; by default mail and displayName. */
  attributes?: Record<string, string | string[]>;
  /** The request that is answered; null for none. */
  inResponseTo?: string | null;
  audience?: string;
  recipient?: string;
  destination?: string;
  issuer?: string;
  assertionId?: string;
  notBefore?: Date;
  notOnOrAfter?: Date;
  status?: string;
  /** Whose key signs: the provider's, a stranger's under the provider's name, or nobody's. */
  signedBy?: "provider" | "stranger" | "nobody";
  /** What is signed. */
  signs?: "assertion" | "response" | "both";
  signatureAlgorithm?: string;
  transforms?: string[];
  /** Changes the assertion's XML before it is signed. */
  before?: (xml: string) => string;
  /** Changes the XML after it was signed. */
  after?: (xml: string) => string;
}

/** A form that the provider's page has the browser post to the application. */
export interface PostedForm {
  action: string;
  fields: { SAMLResponse: string; RelayState?: string };
}

/** The request that an application sent by the browser. */
interface SignInRequest {
  id: string;
  issuer: string;
  acs: string;
  relayState: string | null;
}

export type SamlProvider = Awaited<ReturnType<typeof startSamlProvider>>;

function signingPair(name: string, ends = new Date(Date.now() + 365 * DAY_MS)) {
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const begins = new Date(Math.min(Date.now(), ends.getTime()) - DAY_MS);
  return {
    privateKey: keys.privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    certificate: selfSignedCertificate(name, keys, begins, ends),
  };
}

/**
 * A SAML 2.0 identity provider on the loopback: its metadata, a page to sign in on, and responses of any kind for
 * tests.
 */
export async function startSamlProvider({
  port = 0,
  domain = "corp.example",
  certificateEnds,
}: SamlProviderOptions = {}) {
  // The requests are the test's own; samlify insists on somebody who says so.
  setSchemaValidator({ validate: async () => "ok" });
  const own = signingPair("Test identity provider", certificateEnds);
  let stranger: ReturnType<typeof signingPair> | undefined;
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      response.writeHead(400, { "content-type": "text/plain" }).end(String(error)),
    );
  });
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entityId = `${url}/metadata`;
  const provider = IdentityProvider({
    entityID: entityId,
    signingCert: own.certificate,
    privateKey: own.privateKey,
    nameIDFormat: [PERSISTENT],
    ...endpoints(url),
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url!, url);
    if (asked.pathname === "/metadata") {
      response.setHeader("content-type", "application/samlmetadata+xml").end(provider.getMetadata());
      return;
    }
    if (asked.pathname === "/sign-out") {
      response
        .setHeader("content-type", "text/html; charset=utf-8")
        .end(page("Signed out", "<p>You can close this page.</p>"));
      return;
    }
    if (asked.pathname !== "/sign-in") {
      response.writeHead(404).end();
      return;
    }
    const nonce = randomBytes(12).toString("base64url");
    response.setHeader("content-type", "text/html; charset=utf-8");
    // No form-action: Chromium applies it to where the application leads afterwards, which a provider does not know.
    response.setHeader("content-security-policy", `default-src 'none'; script-src 'nonce-${nonce}'`);
    response.setHeader("cache-control", "no-store");
    if (request.method === "POST") {
      const name = new URLSearchParams(await text(request)).get("name") ?? "";
      response.end(postingPage(await respond(asked.href, { name }), nonce));
    } else {
      requestOf(asked.href);
      response.end(signInPage());
    }
  }

  /**
   * The response to a request, as the form that the browser would post.
   * @param signInUrl where the application sent the browser
   */
  async function respond(signInUrl: string, assertion: Assertion = {}): Promise<PostedForm> {
    const request = requestOf(signInUrl);
    return {
      action: request.acs,
      fields: {
        SAMLResponse: await response(request.acs, request.issuer, { inResponseTo: request.id, ...assertion }),
        ...(request.relayState === null ? {} : { RelayState: request.relayState }),
      },
    };
  }

  /** A response in base64, to a request or (without `inResponseTo`) out of the blue. */
  async function response(acs: string, audience: string, assertion: Assertion = {}): Promise<string> {
    const { name = "ada", signedBy = "provider", signs = "assertion" } = assertion;
    if (signedBy === "stranger") stranger ??= signingPair("Stranger");
    const key = signedBy === "stranger" ? stranger! : own;
    const address = name.includes("@") ? name : `${name}@${domain}`;
    const signer = IdentityProvider({
      entityID: entityId,
      signingCert: key.certificate,
      privateKey: key.privateKey,
      requestSignatureAlgorithm: assertion.signatureAlgorithm ?? RSA_SHA256,
      ...endpoints(url),
    });
    const receiver = ServiceProvider({
      entityID: audience,
      wantAssertionsSigned: signs !== "response",
      wantMessageSigned: signs !== "assertion",
      transformationAlgorithms: assertion.transforms ?? TRANSFORMS,
      assertionConsumerService: [{ Binding: Constants.namespace.binding.post, Location: acs }],
    });
    const now = new Date();
    const ends = (assertion.notOnOrAfter ?? new Date(now.getTime() + 5 * MINUTE_MS)).toISOString();
    const inResponseTo = assertion.inResponseTo ?? undefined;
    const fill = (template: string) => {
      const id = newId();
      const context = SamlLib.replaceTagsByValue(template.replace("{AttributeStatement}", "{{attributes}}"), {
        ID: id,
        AssertionID: assertion.assertionId ?? newId(),
        Issuer: assertion.issuer ?? entityId,
        IssueInstant: now.toISOString(),
        Destination: assertion.destination ?? acs,
        SubjectRecipient: assertion.recipient ?? acs,
        Audience: assertion.audience ?? audience,
        InResponseTo: inResponseTo,
        StatusCode: assertion.status ?? Constants.StatusCode.Success,
        NameIDFormat: assertion.nameIdFormat ?? PERSISTENT,
        NameID: assertion.nameId ?? name,
        ConditionsNotBefore: (assertion.notBefore ?? new Date(now.getTime() - MINUTE_MS)).toISOString(),
        ConditionsNotOnOrAfter: ends,
        SubjectConfirmationDataNotOnOrAfter: ends,
        AuthnStatement: "",
      }).replace("{{attributes}}", attributeStatement(assertion.attributes ?? { mail: address, displayName: name }));
      return { id, context: assertion.before?.(context) ?? context };
    };
    const { context } = (await signer.createLoginResponse(
      receiver,
      null as never,
      "post",
      {},
      { customTagReplacement: fill },
    )) as {
      context: string;
    };
    const signed = Buffer.from(context, "base64").toString();
    const sent = signedBy === "nobody" ? signed.replaceAll(/<ds:Signature[\s\S]*?<\/ds:Signature>/g, "") : signed;
    return Buffer.from(assertion.after?.(sent) ?? sent).toString("base64");
  }

  return {
    url,
    entityId,
    metadataXml: provider.getMetadata(),
    metadataUrl: `${url}/metadata`,
    domain,
    respond,
    response,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const endpoints = (url: string) => ({
  singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: `${url}/sign-in` }],
  singleLogoutService: [{ Binding: Constants.namespace.binding.redirect, Location: `${url}/sign-out` }],
});

/** Reads the request out of the address that the application sent the browser to (HTTP-Redirect binding). */
function requestOf(signInUrl: string): SignInRequest {
  const parameters = new URL(signInUrl).searchParams;
  const xml = inflateRawSync(Buffer.from(parameters.get("SAMLRequest") ?? "", "base64")).toString();
  const { request, issuer } = Extractor.extract(xml, Extractor.loginRequestFields) as {
    request: { id: string; assertionConsumerServiceUrl: string };
    issuer: string;
  };
  return { id: request.id, issuer, acs: request.assertionConsumerServiceUrl, relayState: parameters.get("RelayState") };
}

const newId = () => `_${randomBytes(16).toString("hex")}`;

const attributeStatement = (attributes: Record<string, string | string[]>) =>
  `<saml:AttributeStatement>${Object.entries(attributes)
    .map(
      ([name, values]) =>
        `<saml:Attribute Name="${escaped(name)}">${[values]
          .flat()
          .map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`)
          .join("")}</saml:Attribute>`,
    )
    .join("")}</saml:AttributeStatement>`;

const escaped = (plain: string) =>
  plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

const signInPage = () =>
  page(
    "Corporate sign-in",
    `<form method="post"><label>Name <input name="name" required autocomplete="username"></label> <button>Sign in</button></form>`,
  );

const postingPage = ({ action, fields }: PostedForm, nonce: string) =>
  page(
    "Signing in",
    `<form method="post" action="${escaped(action)}">${Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
      .join("")}<button>Continue</button></form><script nonce="${nonce}">document.forms[0].submit()</script>`,
  );
