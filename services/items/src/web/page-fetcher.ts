import { lookup as systemLookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress, pinnedTo, type ResolvedAddress } from "@tessera/service-kit";
import { Agent, request } from "undici";
import { type FetchedPage, StepFailure } from "../processing/step.ts";

/** Redirects followed, as browsers' order of magnitude; each target is checked like the first address. */
const MAX_REDIRECTS = 5;
/** Milliseconds for the whole fetch, redirects included. */
const REQUEST_TIMEOUT_MS = 15_000;

/** What is fetched: what is asked for, what is taken, and how many bytes of it. */
interface Kind {
  /** Word in the sentences for the person. */
  name: string;
  accept: string;
  types: RegExp;
  /** Type of an answer that names none. */
  fallback: string;
  maxBytes: number;
}
const PAGE: Kind = {
  name: "page",
  accept: "text/html,application/xhtml+xml;q=0.9",
  types: /^\s*(text\/html|application\/xhtml\+xml)\b/i,
  fallback: "text/html",
  maxBytes: 3 * 1024 * 1024,
};
/** What it is, its bytes say: servers call icons and pictures of unknown kinds anything. */
const PICTURE: Kind = {
  name: "picture",
  accept: "image/webp,image/png,image/jpeg,image/gif;q=0.9,image/*;q=0.1",
  types: /^\s*(image\/(?!svg)|application\/octet-stream\b)/i,
  fallback: "application/octet-stream",
  maxBytes: 6 * 1024 * 1024,
};
const SHEET: Kind = {
  name: "style sheet",
  accept: "text/css,*/*;q=0.1",
  types: /^\s*text\/css\b/i,
  fallback: "text/css",
  maxBytes: 1024 * 1024,
};
const PORTS = new Set(["", "80", "443"]);

/** Resolves a name to all its addresses. */
export type Resolve = (host: string) => Promise<ResolvedAddress[]>;

/**
 * Fetches pages and pictures of the public web for people, so it must not reach anything else: http and https on their
 * own ports, never an address of this machine or network. The name is resolved once and the connection goes to the very
 * address checked.
 */
export class PageFetcher {
  /** @param allowed `host:port` pairs that may be fetched all the same, for tests and for installations' own sites */
  constructor(
    private readonly allowed: ReadonlySet<string>,
    private readonly resolve: Resolve = (host) => systemLookup(host, { all: true }),
  ) {}

  fetchPage(address: string, signal: AbortSignal): Promise<FetchedPage> {
    return this.fetch(address, PAGE, signal);
  }

  fetchPicture(address: string, signal: AbortSignal): Promise<FetchedPage> {
    return this.fetch(address, PICTURE, signal);
  }

  fetchSheet(address: string, signal: AbortSignal): Promise<FetchedPage> {
    return this.fetch(address, SHEET, signal);
  }

  private async fetch(address: string, kind: Kind, signal: AbortSignal): Promise<FetchedPage> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
    let url = new URL(address);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const answer = await this.once(url, kind, limit).catch((error: unknown) => {
        throw this.plain(error, url, signal);
      });
      if ("bytes" in answer) return answer;
      url = answer.redirect;
    }
    throw new StepFailure(`The ${kind.name} redirects more than ${MAX_REDIRECTS} times`);
  }

  private async once(url: URL, kind: Kind, signal: AbortSignal): Promise<FetchedPage | { redirect: URL }> {
    const agent = new Agent({
      connect: { lookup: await this.pinned(url), timeout: 8_000 },
      maxHeaderSize: 64 * 1024,
      bodyTimeout: REQUEST_TIMEOUT_MS,
    });
    try {
      const { statusCode, headers, body } = await request(url, {
        dispatcher: agent,
        signal,
        headers: {
          "user-agent": "Mozilla/5.0 (compatible; Tessera/1.0)",
          accept: kind.accept,
          "accept-encoding": "identity",
        },
      });
      body.on("error", () => undefined);
      const location = headers.location;
      if (statusCode >= 300 && statusCode < 400 && typeof location === "string") {
        body.destroy();
        if (!URL.canParse(location, url))
          throw new StepFailure(`The ${kind.name} redirects to an address that cannot be read`);
        return { redirect: new URL(location, url) };
      }
      if (statusCode !== 200) {
        body.destroy();
        throw new StepFailure(`The site answered ${statusCode}`, statusCode === 429 || statusCode >= 500);
      }
      const type = String(headers["content-type"] ?? kind.fallback);
      if (!kind.types.test(type)) {
        body.destroy();
        throw new StepFailure(`The address is not a ${kind.name} but ${type.split(";")[0]!.trim().slice(0, 80)}`);
      }
      if (headers["content-encoding"] && headers["content-encoding"] !== "identity") {
        body.destroy();
        throw new StepFailure("The site sends its pages compressed in a way that was not asked for");
      }
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > kind.maxBytes)
          throw new StepFailure(`The ${kind.name} is larger than ${kind.maxBytes / 1024 / 1024} MB`);
        chunks.push(chunk);
      }
      return { url: url.href, contentType: type, bytes: Buffer.concat(chunks) };
    } finally {
      void agent.destroy().catch(() => undefined);
    }
  }

  /** Checks the address and gives back a lookup that answers only what was checked. */
  private async pinned(url: URL): Promise<LookupFunction> {
    if (url.protocol !== "http:" && url.protocol !== "https:")
      throw new StepFailure("Only pages over http and https are fetched");
    if (url.username || url.password) throw new StepFailure("The address holds a password; such pages are not fetched");
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const free = this.allowed.has(`${host}:${port}`);
    if (!free && !PORTS.has(url.port)) throw new StepFailure(`Pages on port ${url.port} are not fetched`);
    const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await this.resolve(host);
    if (!free && !found.every(({ address }) => isPublicAddress(address))) {
      throw new StepFailure("The address leads into a private network; such pages are not fetched");
    }
    const target = found[0];
    if (!target) throw new StepFailure(`The site ${host} was not found`);
    return pinnedTo(target);
  }

  private plain(error: unknown, url: URL, signal: AbortSignal): unknown {
    if (error instanceof StepFailure || signal.aborted) return error;
    const { code = "", name = "" } = error as { code?: string; name?: string };
    if (code === "ENOTFOUND" || code === "EAI_NONAME") return new StepFailure(`The site ${url.hostname} was not found`);
    if (name === "TimeoutError" || /TIMEOUT/.test(code))
      return new StepFailure("The site did not answer in time", true);
    if (/CERT|SSL|TLS|SIGNED/.test(code)) return new StepFailure("The site's certificate is not valid");
    return new StepFailure(`The site could not be reached (${code || name || "no reason given"})`, true);
  }
}
