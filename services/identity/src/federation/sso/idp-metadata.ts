import { X509Certificate } from "node:crypto";
import { attributeOf, childrenOf, type Element, parseXml, textOf } from "./xml.ts";
import { METADATA_BOUNDS } from "./xml-bounds.ts";

const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
/** Characters of metadata; those of single providers have a few thousand. */
export const LARGEST_METADATA = 256 * 1024;
/** Minimum bits of an RSA key; ASVS 5.0 11.2.3. */
const SMALLEST_RSA = 2048;

/** What we need to know of a company's identity provider. */
export interface IdpMetadata {
  entityId: string;
  /** Where browsers are sent, by the HTTP-Redirect binding. */
  signInUrl: string;
  /** Certificates whose keys sign, in base64. */
  certificates: string[];
}

/** Why metadata cannot be used; a sentence for the administrator. */
export class UnusableMetadata extends Error {
  override name = "UnusableMetadata";
}

/**
 * @param allowHttp whether the provider may be reached without TLS on the loopback, for development
 * @throws UnusableMetadata
 */
export async function readIdpMetadata(xml: string, allowHttp: boolean): Promise<IdpMetadata> {
  const unusable = (why: string) => new UnusableMetadata(`SAML Metadata cannot be used: ${why}`);
  if (xml.length > LARGEST_METADATA) throw unusable(`it is larger than ${LARGEST_METADATA / 1024} KB`);
  let name: string;
  let root: Element;
  try {
    ({ name, root } = await parseXml(xml, METADATA_BOUNDS));
  } catch (error) {
    throw unusable(`it cannot be read, ${(error as Error).message.split("\n")[0]}`);
  }
  if (name !== "EntityDescriptor") throw unusable("its root must be the EntityDescriptor of one provider");
  const entityId = attributeOf(root, "entityID");
  if (!entityId || entityId.length > 1024) throw unusable("it does not contain an EntityID");
  const descriptors = childrenOf(root, "IDPSSODescriptor");
  if (descriptors.length !== 1) throw unusable("it must contain one IDPSSODescriptor");
  const [descriptor] = descriptors;
  const signInUrl = childrenOf(descriptor, "SingleSignOnService")
    .filter((service) => attributeOf(service, "Binding") === REDIRECT)
    .map((service) => attributeOf(service, "Location"))
    .find((location) => location !== undefined);
  if (!signInUrl || !isReachable(signInUrl, allowHttp))
    throw unusable("it names no https address for signing in by the HTTP-Redirect binding");
  const certificates = childrenOf(descriptor, "KeyDescriptor")
    .filter((key) => attributeOf(key, "use") !== "encryption")
    .flatMap((key) => childrenOf(key, "KeyInfo"))
    .flatMap((info) => childrenOf(info, "X509Data"))
    .flatMap((data) => childrenOf(data, "X509Certificate"))
    .map((certificate) => textOf(certificate).replaceAll(/\s/g, ""));
  if (!certificates.length) throw unusable("it contains no certificate for signing");
  for (const certificate of certificates) {
    const weakness = weaknessOf(certificate);
    if (weakness) throw unusable(weakness);
  }
  return { entityId, signInUrl, certificates: [...new Set(certificates)] };
}

function weaknessOf(certificate: string): string | null {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails } = new X509Certificate(Buffer.from(certificate, "base64"))
      .publicKey;
    if (type !== "rsa") return `it has a certificate with a key of type ${type}, only RSA is understood`;
    return (asymmetricKeyDetails?.modulusLength ?? 0) < SMALLEST_RSA
      ? `it has a certificate with a key of less than ${SMALLEST_RSA} bits`
      : null;
  } catch {
    return "it has a certificate that cannot be read";
  }
}

function isReachable(address: string, allowHttp: boolean): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (allowHttp && protocol === "http:" && ["localhost", "127.0.0.1"].includes(hostname));
}

/** What an administrator sees of a certificate. */
export function certificateView(certificate: string, now: Date) {
  const { fingerprint256, subject, validFrom, validTo } = new X509Certificate(Buffer.from(certificate, "base64"));
  const ends = new Date(validTo);
  return {
    subject,
    fingerprint_sha256: fingerprint256,
    not_before: new Date(validFrom).toISOString(),
    expires_at: ends.toISOString(),
    expired: ends <= now,
  };
}
