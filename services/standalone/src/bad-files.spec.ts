import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { readWords } from "@tessera/contracts-items/words/words.ts";
import { readSessionCookie } from "@tessera/federation/runtime/session-cookie.ts";
import { type ChangedTable, ContentError, ProblemException } from "@tessera/service-kit";
import { quoted } from "../../agents/src/calls/failure.ts";
import { wordsOf } from "../../agents/src/calls/provider-words.ts";
import { readModelList } from "../../agents/src/providers/model-list.ts";
import { FILES as BANK_FILES, fixture } from "../../finance/src/bank-files/testing/fixtures.ts";
import { positions } from "../../finance/src/transactions/list-transactions.ts";
import { AuthError } from "../../identity/src/core/index.ts";
import { readIdpMetadata, UnusableMetadata } from "../../identity/src/federation/sso/idp-metadata.ts";
import { decodeResponse, issuerOf, RefusedResponse } from "../../identity/src/federation/sso/saml-assertion.ts";
import { parseEthereumMessage } from "../../identity/src/federation/web3/ethereum-message.ts";
import { parseSolanaMessage } from "../../identity/src/federation/web3/solana-message.ts";
import { sanitiseMail, sanitisePage } from "../../items/src/html/sanitise.ts";
import { readBookmarks } from "../../items/src/imports/bookmarks/read-bookmarks.ts";
import { decodeStream, likelyCharset } from "../../items/src/imports/decode-stream.ts";
import { mailEntry } from "../../items/src/imports/mail/mail-entry.ts";
import { parseMail } from "../../items/src/imports/mail/parse-mail.ts";
import { decodeCursor } from "../../items/src/items/cursor.ts";
import { readPicture } from "../../items/src/pictures/read-picture.ts";
import { iconOf, picture } from "../../items/src/pictures/testing/pictures.ts";
import { readQualifiers } from "../../items/src/search/qualifiers.ts";
import { parseQuery } from "../../items/src/search/search-query.ts";
import { foldLongText } from "../../items/src/search/search-text.ts";
import { plainMarkdown } from "../../items/src/text/plain-markdown.ts";
import { readPage } from "../../items/src/types/bookmark/read-page.ts";
import mail from "../../items/src/types/mail/index.ts";
import { readPosition } from "../../queue/src/position.ts";
import { Refused } from "../../realtime/src/access/refused.ts";
import { parseFilter } from "../../realtime/src/changes/row-filter.ts";
import { decodeFrame } from "../../realtime/src/protocol/frame.ts";
import { BadFrame } from "../../realtime/src/protocol/message.ts";
import { decodeWav } from "../../transcribe/src/speech/decode-wav.ts";
import { readWavLayout } from "../../transcribe/src/speech/wav-layout.ts";
import { wavSound } from "../../transcribe/src/speech/wav-sound.ts";
import { mutated } from "./testing/bad-files.ts";
import { chanceOf } from "./testing/bad-requests.ts";

/** The same files at each run. */
const FIXED_SEED = 20261122;
/** Files that each parser reads; those that are slow read fewer. */
const FILES = { fixed: 160, other: 40 };

const REGION = { now: new Date("2026-11-25T22:30:00Z"), timeZone: "Europe/Vienna", locale: "en-GB" };

const fixtures = (folder: string) => {
  const path = new URL(`../../items/src/imports/${folder}/fixtures/`, import.meta.url);
  return readdirSync(path)
    .filter((name) => !name.endsWith(".md"))
    .map((name) => readFileSync(new URL(name, path)));
};
const texts = (...samples: string[]) => samples.map((text) => Buffer.from(text));
const [mails, bookmarks] = [fixtures("mail"), fixtures("bookmarks")];
const image = picture(20, 10);
const pictures = [image.get_bytes(), image.get_bytes_jpeg(80), image.get_bytes_webp(), iconOf(image.get_bytes())];
const metadata = `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/m">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing">
  <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>MIIB</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
  </md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/s"/>
  </md:IDPSSODescriptor></md:EntityDescriptor>`;
const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0"><saml:Issuer
  xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://idp.example/m</saml:Issuer></samlp:Response>`;
const message = (chain: string) => `tessera.example wants you to sign in with your ${chain} account:
0x52908400098527886E0F7030069857D2E4169EE7

Sign in.

URI: https://tessera.example/
Version: 1
Chain ID: 1
Nonce: 12345678
Issued At: 2026-01-01T00:00:00.000Z`;
const notes = texts(
  "# Title\n\n- [ ] buy **milk** `x` <b>y</b>\n> quote [a](http://b.example)\n",
  "call tomorrow at 9 #home p1 every 2 weeks until 2027-02-30",
);

/** A second of sound as a WAV file writes it. @param kind 1 for whole numbers, 3 for floating point */
function wav(kind: number, bits: number, channels: number, rate = 8_000) {
  const width = (bits / 8) * channels;
  const file = Buffer.alloc(44 + 250 * width);
  for (const [text, at] of [
    ["RIFF", 0],
    ["WAVEfmt ", 8],
    ["data", 36],
  ] as const)
    file.write(text, at);
  for (const [value, at] of [
    [file.length - 8, 4],
    [16, 16],
    [rate, 24],
    [rate * width, 28],
    [file.length - 44, 40],
  ] as const)
    file.writeUInt32LE(value, at);
  for (const [value, at] of [
    [kind, 20],
    [channels, 22],
    [width, 32],
    [bits, 34],
  ] as const)
    file.writeUInt16LE(value, at);
  for (let at = 44; at < file.length; at += 1) file[at] = (at * 31) % 251;
  return file;
}

/** The folders of the bank files: one for each format, and one of CSV at its edges. */
const bankFormats = [...new Set(BANK_FILES.map((name) => name.split("/")[0]!))];
/** @throws Error for an entry that no book can hold, as for a reader that fails: it never refuses by throwing */
async function readEntries(file: Buffer, name: string) {
  // Behind the others, like that of bookmarks: they want the same package.
  const { readBankFile } = await import("../../finance/src/bank-files/read-bank-file.ts");
  for (const { entries } of readBankFile(file, name).statements)
    for (const { amount, date } of entries)
      if (!Number.isSafeInteger(amount) || new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) !== date)
        throw new Error(`An entry of ${amount} on ${date}`);
}

const ROWS = {
  schema: "public",
  name: "rows",
  columns: [
    { name: "id", type: "uuid" },
    { name: "count", type: "int4" },
    { name: "at", type: "timestamptz" },
  ],
} as unknown as ChangedTable;

interface Parser {
  samples: readonly Buffer[];
  read(file: Buffer): unknown;
  /** Whether it threw what it refuses files with; null for what takes any text. */
  refuses: ((error: unknown) => boolean) | null;
  /** Of FILES, where it is slow. */
  share?: number;
}
const parsers: Record<string, Parser> = {
  mails: {
    samples: mails,
    refuses: (error) => error instanceof ContentError,
    read: (file) => {
      const { value, blobs } = parseMail({ value: { mbox: false }, blobs: [file] });
      return mailEntry(value, blobs, "file.eml", "inbox", mail);
    },
  },
  bookmarks: {
    samples: bookmarks,
    refuses: (error) => error instanceof ContentError,
    read: async (file) => {
      // Behind the others: two loaders want one package at once else.
      const { parseBookmarks } = await import("../../items/src/imports/bookmarks/parse-bookmarks.ts");
      const { rawBookmarks } = await import("../../items/src/imports/bookmarks/raw-bookmarks.ts");
      const pieces = () => Readable.from([file]) as AsyncIterable<Buffer>;
      const segments = decodeStream(pieces(), await likelyCharset(pieces()));
      const raw = rawBookmarks(segments, async (segment) => parseBookmarks({ value: segment, blobs: [] }).value);
      for await (const entry of readBookmarks(raw, new Date(), false)) if (!entry) throw new Error("No entry");
    },
  },
  pages: {
    samples: [
      ...bookmarks,
      ...texts(`<html><head><title>T</title></head><body><article>${"<p>Words.</p>".repeat(20)}`),
    ],
    refuses: (error) => error instanceof ContentError,
    share: 0.2,
    read: (file) => readPage({ value: { url: "https://example.org/", contentType: "text/html" }, blobs: [file] }),
  },
  pictures: {
    samples: pictures.map((bytes) => Buffer.from(bytes)),
    refuses: (error) => error instanceof ContentError,
    read: (file) => readPicture({ value: { maxWidth: 100, maxHeight: 100 }, blobs: [file] }),
  },
  "HTML of mails and pages": {
    samples: mails,
    refuses: (error) => error instanceof ContentError,
    read: (file) => [sanitiseMail(file.toString(), new Map()), sanitisePage(file.toString())],
  },
  "notes and captures": {
    samples: notes,
    refuses: null,
    read: (file) => [plainMarkdown(file.toString()), readWords(file.toString().split("\n")[0]!, REGION)],
  },
  searches: {
    samples: texts('type:mail from:"ada" -x "a phrase or', "C++ 🚀 koeln базы or after:2026-01-01"),
    refuses: null,
    read: (file) => [
      parseQuery(readQualifiers(file.toString(), () => true).words),
      foldLongText(file.toString().repeat(3)),
    ],
  },
  "metadata of companies": {
    samples: texts(metadata),
    refuses: (error) => error instanceof UnusableMetadata,
    read: (file) => readIdpMetadata(file.toString(), false),
  },
  "answers of companies": {
    samples: texts(response),
    refuses: (error) => error instanceof RefusedResponse,
    read: (file) => issuerOf(decodeResponse(file.toString("base64"))),
  },
  "messages of wallets": {
    samples: texts(message("Ethereum")),
    refuses: (error) => error instanceof AuthError,
    read: (file) => parseEthereumMessage(file.toString()),
  },
  "messages of other wallets": {
    samples: texts(message("Solana")),
    refuses: (error) => error instanceof AuthError,
    read: (file) => parseSolanaMessage(file.toString()),
  },
  cursors: {
    samples: texts('["created desc","2026-01-01 00:00:00+00","00000000-0000-4000-8000-000000000000"]'),
    refuses: (error) => error instanceof ProblemException,
    read: (file) => decodeCursor(file.toString("base64url"), "created", "desc"),
  },
  ...Object.fromEntries(
    bankFormats.map((format): [string, Parser] => {
      const names = BANK_FILES.filter((name) => name.startsWith(`${format}/`));
      const read = (file: Buffer) => readEntries(file, names[0]!);
      return [`bank files, ${format}`, { samples: names.map(fixture), refuses: null, read }];
    }),
  ),
  "cursors of the queue": {
    samples: [Buffer.from("2026-01-01T00:00:00.000Z 00000000-0000-4000-8000-000000000000")],
    refuses: (error) => error instanceof ProblemException,
    read: (file) => readPosition(file.toString("base64url")),
  },
  "cursors of transactions": {
    samples: texts('["2026-01-01","00000000-0000-4000-8000-000000000000"]'),
    refuses: (error) => error instanceof ProblemException,
    read: (file) => {
      const [date] = positions.read(file.toString("base64url"));
      if (new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) !== date) throw new Error(`A position at ${date}`);
    },
  },
  recordings: {
    samples: [
      ...[wav(1, 8, 1), wav(1, 16, 2, 44_100), wav(1, 24, 1, 16_000), wav(1, 32, 1), wav(3, 32, 2, 48_000)],
      ...[wav(3, 64, 1), wav(6, 8, 1), wav(7, 8, 2)],
    ],
    refuses: (error) => error instanceof ContentError,
    read: async (file) => {
      const read = async (from: number, length: number) => file.subarray(from, from + length);
      const layout = await readWavLayout(read, file.length);
      let bytes = 0;
      for await (const part of wavSound(layout, read, async (piece) => decodeWav(piece))) bytes += part.length;
      if (bytes !== Math.ceil((layout.frames * 16_000) / layout.rate) * 2) throw new Error(`${bytes} bytes of sound`);
    },
  },
  "lists of models": {
    samples: texts(
      '{"data":[{"id":"a","context_length":8192,"supported_parameters":["tools"],"pricing":{"prompt":"0.000001"}}]}',
      '{"data":[{"id":"c","display_name":"C"}],"has_more":false}',
      '{"models":[{"name":"models/g","displayName":"G","supportedGenerationMethods":["generateContent"]}]}',
    ),
    refuses: (error) => error instanceof SyntaxError,
    read: (file) => {
      const answer = JSON.parse(file.toString());
      for (const kind of ["openai-compatible", "anthropic", "google"] as const)
        for (const { name, title } of readModelList(kind, answer) ?? [])
          if (/\0/.test(name + title) || !(name + title).isWellFormed()) throw new Error(`A model of ${name}`);
    },
  },
  "refusals of providers": {
    samples: texts('{"error":{"message":"odd \\u0000 words \\ud800"}}', '{"detail":"no"}'),
    refuses: null,
    read: (file) => {
      const said = quoted(wordsOf(file.toString()));
      if (/\0/.test(said) || !said.isWellFormed()) throw new Error(`Words that cannot be stored: ${said}`);
    },
  },
  "cookies of sessions": {
    samples: texts(
      `t=${encodeURIComponent('{"access_token":"a","expires_at":1}')}; other=1`,
      `t.0=base64-${Buffer.from('{"access_token":"a"').toString("base64url")}; t.1=fQ`,
    ),
    refuses: null,
    read: (file) => readSessionCookie(file.toString(), "t"),
  },
  "filters of changes": {
    samples: texts('id=eq.1,count=not.in.(1,"2")', "at=gte.2026-01-01T00:00:00Z", "count=is.null,id=like.*a*"),
    refuses: (error) => error instanceof Refused,
    read: (file) => parseFilter(file.toString(), ROWS)({ id: "1", count: 2, at: "2026-01-01T00:00:00+00" }),
  },
  frames: {
    samples: [
      ...texts('["1","2","room:a","broadcast",{"a":[1,{"b":null}]}]'),
      Buffer.from([3, 1, 1, 6, 4, 0, 1, 0x31, 0x32, ...Buffer.from("room:anewsdata")]),
    ],
    refuses: (error) => error instanceof BadFrame,
    read: (file) => decodeFrame("2.0.0", file, file[0] === 3),
  },
};

/** @returns what a parser threw that is no refusal, with the file that did it */
async function drive({ samples, read, refuses, share = 1 }: Parser, seed: number, files: number) {
  const chance = chanceOf(seed);
  for (let count = Math.ceil(files * share); count > 0; count -= 1) {
    const file = mutated(samples, chance);
    try {
      await read(file);
    } catch (error) {
      if (refuses?.(error)) continue;
      return { seed, file: file.toString("base64"), error: String((error as Error)?.stack ?? error) };
    }
  }
  return null;
}

describe.each(Object.entries(parsers))("damaged files: %s", (_, parser) => {
  it("are read or refused in words", async () => {
    expect(await drive(parser, FIXED_SEED, FILES.fixed)).toBeNull();
  });

  it("are read or refused in words, other ones at each run", async () => {
    expect(await drive(parser, randomInt(2 ** 31), FILES.other)).toBeNull();
  });
});
