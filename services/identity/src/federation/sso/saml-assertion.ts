import { SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import type { IdpMetadata } from "./idp-metadata.ts";
import type { SigningPair } from "./saml-key.ts";
import { attributeOf, childrenOf, type Element, onlyChild, parseXml, textOf } from "./xml.ts";
import { RESPONSE_BOUNDS } from "./xml-bounds.ts";

/** Characters of a response in base64; real ones have about ten thousand. */
const LARGEST_RESPONSE = 128 * 1024;
/** Tolerated clock skew, ms. */
const SKEW_MS = 60_000;
const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";
const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
const TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const EMAIL = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
/** The attribute of the OASIS subject identifier profile, in lower case like all names here. */
const SUBJECT_ID = "urn:oasis:names:tc:saml:attribute:subject-id";

/**
 * What a response may contain: signatures by RSA with SHA-2, over canonical XML without comments, nothing encrypted or
 * transformed.
 */
const ALGORITHMS = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
  "http://www.w3.org/2001/10/xml-exc-c14n#",
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
]);

/** Why a response is refused, as a sentence for the person. */
export class RefusedResponse extends Error {
  override name = "RefusedResponse";
}

export interface ServiceProviderNames {
  entityId: string;
  acs: string;
}

/** What a provider has signed about a person. */
export interface SamlAssertion {
  id: string;
  /** When it expires. */
  goodUntil: Date;
  /** The person's lasting id at the provider; null when it gives none. */
  userId: string | null;
  nameId: string;
  /** The address, when the name is one. */
  nameIdEmail: string | null;
  /** By name, and by friendly name, in lower case. */
  attributes: ReadonlyMap<string, string[]>;
}

const optionsOf = (own: ServiceProviderNames, idp: IdpMetadata) => ({
  callbackUrl: own.acs,
  issuer: own.entityId,
  audience: own.entityId,
  entryPoint: idp.signInUrl,
  idpCert: idp.certificates,
  wantAssertionsSigned: true,
  wantAuthnResponseSigned: false,
  acceptedClockSkewMs: SKEW_MS,
  // The flow is kept in the database, where all processes see it; `readResponse` compares.
  validateInResponseTo: ValidateInResponseTo.never,
});

/** The service provider's metadata, for the company's administrator. */
export const serviceProviderMetadata = (own: ServiceProviderNames, { privateKey, certificate }: SigningPair): string =>
  new SAML({
    callbackUrl: own.acs,
    issuer: own.entityId,
    idpCert: "unused",
    wantAssertionsSigned: true,
    privateKey,
  }).generateServiceProviderMetadata(null, certificate);

/** Where the browser goes to sign in at the provider, with a request that is signed: some want that. */
export const signInAddress = (
  own: ServiceProviderNames,
  { privateKey }: SigningPair,
  idp: IdpMetadata,
  request: { id: string; relayState: string; nameIdFormat: string | null },
): Promise<string> =>
  new SAML({
    ...optionsOf(own, idp),
    privateKey,
    signatureAlgorithm: "sha256",
    // How people prove who they are is up to the company.
    disableRequestedAuthnContext: true,
    identifierFormat: request.nameIdFormat ?? PERSISTENT,
    generateUniqueId: () => request.id,
  }).getAuthorizeUrlAsync(request.relayState, undefined, {});

/**
 * The text of a posted response, refused when it holds what no provider sends: other encodings, comments, entities,
 * instructions.
 */
export function decodeResponse(base64: string): string {
  if (base64.length > LARGEST_RESPONSE) throw new RefusedResponse("it is too large");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(base64, "base64"));
  } catch {
    throw new RefusedResponse("it cannot be read");
  }
  if (text.includes("<!")) throw new RefusedResponse("it contains comments or declarations");
  if (text.slice(1).includes("<?")) throw new RefusedResponse("it contains processing instructions");
  for (const [, algorithm] of text.matchAll(/Algorithm\s*=\s*["']([^"']*)["']/g))
    if (!ALGORITHMS.has(algorithm!))
      throw new RefusedResponse("it is signed or encrypted in a way that is not accepted");
  return text;
}

/** Who a response says it is from; nothing is proved by it. */
export async function issuerOf(text: string): Promise<string> {
  const { root } = await parseXml(text, RESPONSE_BOUNDS).catch(() => ({ root: undefined }));
  return textOf(childrenOf(root, "Issuer")[0]);
}

/**
 * Checks a response and reads the assertion out of the bytes that are signed.
 * @param requestId the request that must be answered, null when the provider began
 * @throws RefusedResponse
 */
export async function readResponse(
  text: string,
  own: ServiceProviderNames,
  idp: IdpMetadata,
  requestId: string | null,
  now: Date,
): Promise<SamlAssertion> {
  const { name, root } = await parseXml(text, RESPONSE_BOUNDS).catch(() => {
    throw new RefusedResponse("it cannot be read");
  });
  if (name !== "Response") throw new RefusedResponse("it is not a SAML response");
  const status = attributeOf(childrenOf(childrenOf(root, "Status")[0], "StatusCode")[0], "Value");
  if (status !== SUCCESS) throw new RefusedResponse("the provider did not sign you in");
  const destination = attributeOf(root, "Destination");
  if (destination && destination !== own.acs) throw new RefusedResponse("it is meant for another service");
  if ((attributeOf(root, "InResponseTo") ?? null) !== requestId)
    throw new RefusedResponse("it does not answer the request of this sign-in");
  const { profile } = await new SAML(optionsOf(own, idp))
    .validatePostResponseAsync({ SAMLResponse: Buffer.from(text).toString("base64") })
    .catch((error: unknown) => {
      throw new RefusedResponse(reasonOf(error), { cause: error });
    });
  const assertion = (profile?.getAssertion?.() as { Assertion?: Element } | undefined)?.Assertion;
  if (!assertion) throw new RefusedResponse("it contains no assertion");
  try {
    return assertionOf(assertion, own, idp, requestId, now);
  } catch (error) {
    throw error instanceof RefusedResponse ? error : new RefusedResponse((error as Error).message, { cause: error });
  }
}

function assertionOf(
  assertion: Element,
  own: ServiceProviderNames,
  idp: IdpMetadata,
  requestId: string | null,
  now: Date,
): SamlAssertion {
  if (textOf(onlyChild(assertion, "Issuer")) !== idp.entityId) throw new RefusedResponse("it is from another provider");
  const subject = onlyChild(assertion, "Subject");
  const confirmed = childrenOf(subject, "SubjectConfirmation")
    .filter((confirmation) => attributeOf(confirmation, "Method") === BEARER)
    .map((confirmation) => onlyChild(confirmation, "SubjectConfirmationData"))
    .map((data) => goodUntilOf(data, own, requestId, now))
    .find((until) => until !== null);
  if (!confirmed) throw new RefusedResponse("it has expired, or answers another request or service");
  const id = attributeOf(assertion, "ID");
  if (!id) throw new RefusedResponse("it has no id");
  const nameIdElement = onlyChild(subject, "NameID");
  const [nameId, format] = [textOf(nameIdElement), attributeOf(nameIdElement, "Format")];
  const attributes = attributesOf(assertion);
  return {
    id,
    goodUntil: confirmed,
    nameId,
    nameIdEmail: format === EMAIL ? nameId.toLowerCase() : null,
    userId:
      attributes.get(SUBJECT_ID)?.[0] ||
      (format === TRANSIENT ? null : format === EMAIL ? nameId.toLowerCase() : nameId) ||
      null,
    attributes,
  };
}

/**
 * SAML profiles §4.1.4.3.
 * @returns until when the confirmation is good, null when it is not for us, for this request or for now
 */
function goodUntilOf(
  data: Element | undefined,
  own: ServiceProviderNames,
  requestId: string | null,
  now: Date,
): Date | null {
  const ends = new Date(attributeOf(data, "NotOnOrAfter") ?? Number.NaN);
  if (attributeOf(data, "Recipient") !== own.acs || attributeOf(data, "NotBefore") !== undefined) return null;
  if ((attributeOf(data, "InResponseTo") ?? null) !== requestId) return null;
  const goodUntil = new Date(ends.getTime() + SKEW_MS);
  return now < goodUntil ? goodUntil : null;
}

function attributesOf(assertion: Element): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const attribute of childrenOf(assertion, "AttributeStatement").flatMap((statement) =>
    childrenOf(statement, "Attribute"),
  )) {
    const values = childrenOf(attribute, "AttributeValue").map(textOf).filter(Boolean);
    for (const name of new Set([attributeOf(attribute, "Name"), attributeOf(attribute, "FriendlyName")]))
      if (name && values.length) found.set(name.toLowerCase(), [...(found.get(name.toLowerCase()) ?? []), ...values]);
  }
  return found;
}

/** The library's messages are for developers. */
function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : "";
  if (words.includes("expired") || words.includes("not yet valid")) return "it has expired or is not valid yet";
  if (words.includes("udience")) return "it is meant for another service";
  if (words.includes("decryption key")) return "it is encrypted, which is not accepted";
  return "its signature is missing or wrong";
}
