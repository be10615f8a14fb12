import { lookup } from "node:dns/promises";
import { get as getHttp, type IncomingMessage } from "node:http";
import { get as getHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "@tessera/service-kit";
import { AuthError } from "../../core/index.ts";
import { LARGEST_METADATA } from "./idp-metadata.ts";

/** Timeout of the whole fetch, ms. */
const TIMEOUT_MS = 10_000;
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1)$/;

const failed = (why: string) =>
  new AuthError(400, "saml_metadata_fetch_failed", `SAML Metadata could not be fetched: ${why}`);

/**
 * Fetches a provider's metadata for an administrator, and so must reach nothing inside our network: https to public
 * addresses (in development http and the loopback besides), the connection to the very address that was checked, no
 * redirects.
 * @throws AuthError 400 `saml_metadata_fetch_failed`
 */
export async function fetchMetadata(address: string, allowLoopback: boolean): Promise<string> {
  const url = new URL(address);
  if (url.protocol !== "https:" && !(allowLoopback && url.protocol === "http:"))
    throw failed("metadata_url is not a HTTPS URL");
  if (url.username || url.password) throw failed("metadata_url must not contain a name or a password");
  const target = await checkedAddress(url.hostname.replace(/^\[|\]$/g, ""), allowLoopback);
  if (url.protocol === "http:" && !LOOPBACK.test(target)) throw failed("metadata_url is not a HTTPS URL");
  const pinned: LookupFunction = (_, options, found) => {
    const family = isIP(target);
    if (options.all) found(null, [{ address: target, family }]);
    else found(null, target, family);
  };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await new Promise<IncomingMessage>((got, failing) => {
    const get = url.protocol === "https:" ? getHttps : getHttp;
    const headers = {
      accept: "application/samlmetadata+xml, application/xml, text/xml",
      "accept-encoding": "identity",
    };
    get(url, { lookup: pinned, agent: false, signal, headers, maxHeaderSize: 16 * 1024 }, got).on("error", failing);
  }).catch((error: NodeJS.ErrnoException) => {
    throw failed(signal.aborted ? "it took too long" : `the connection failed (${error.code ?? error.name})`);
  });
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw failed(
      `HTTP ${answer.statusCode} was answered${answer.headers.location ? "; give the address that it leads to" : ""}`,
    );
  }
  return bodyOf(answer);
}

async function checkedAddress(host: string, allowLoopback: boolean): Promise<string> {
  const addresses = isIP(host)
    ? [host]
    : (
        await lookup(host, { all: true }).catch(() => {
          throw failed("its host was not found");
        })
      ).map(({ address }) => address);
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && LOOPBACK.test(address));
  if (!addresses.length || !addresses.every(isAllowed)) throw failed("its host is not on the public internet");
  return addresses[0]!;
}

async function bodyOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > LARGEST_METADATA) break;
      chunks.push(chunk);
    }
  } catch {
    throw failed("the connection ended early");
  }
  if (size > LARGEST_METADATA) throw failed(`it is larger than ${LARGEST_METADATA / 1024} KB`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw failed("it is not in UTF-8");
  }
}
