import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);
/** UTCTime, RFC 5280 §4.1.2.5.1. */
const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-:T]/g, "")}Z`));

const SHA256_WITH_RSA = sequence(der(0x06, Buffer.from("2a864886f70d01010b", "hex")), der(0x05));
const COMMON_NAME = der(0x06, Buffer.from("550403", "hex"));

/** A new RSA key and an X.509 certificate for it, signed by itself (RFC 5280 §4.1). Both in PEM. */
export function selfSignedCertificate(name: string, { notAfter = new Date(Date.now() + 365 * 86_400_000) } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const certificate = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    SHA256_WITH_RSA,
    subject,
    sequence(time(new Date(Math.min(Date.now(), notAfter.getTime()) - 86_400_000)), time(notAfter)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signed = sequence(certificate, SHA256_WITH_RSA, bits(sign("sha256", certificate, privateKey)));
  const lines = signed.toString("base64").match(/.{1,64}/g)!;
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
  };
}
