import { type KeyObject, randomBytes, sign } from "node:crypto";

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);
/** GeneralizedTime, RFC 5280 §4.1.2.5.2; until 2049 the shorter UTCTime is asked for. */
const time = (at: Date) => {
  const digits = at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, "");
  return at.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : der(0x18, Buffer.from(`${digits}Z`));
};

const SHA256_WITH_RSA = sequence(der(0x06, Buffer.from("2a864886f70d01010b", "hex")), der(0x05));
const COMMON_NAME = der(0x06, Buffer.from("550403", "hex"));

/**
 * An X.509 certificate for an RSA key, self-signed (RFC 5280 §4.1): a form for handing over the key, nobody's word
 * for it.
 * @returns PEM
 */
export function selfSignedCertificate(
  name: string,
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  from: Date,
  until: Date,
): string {
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const certificate = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    SHA256_WITH_RSA,
    subject,
    sequence(time(from), time(until)),
    subject,
    keys.publicKey.export({ type: "spki", format: "der" }),
  );
  const signed = sequence(certificate, SHA256_WITH_RSA, bits(sign("sha256", certificate, keys.privateKey)));
  return `-----BEGIN CERTIFICATE-----\n${signed
    .toString("base64")
    .match(/.{1,64}/g)!
    .join("\n")}\n-----END CERTIFICATE-----\n`;
}
