import { flag, readToo } from "@tessera/service-kit";
import { z } from "zod";

export const REALTIME_CONFIG = Symbol("realtime configuration");
export const ADMINISTRATORS = Symbol("administrators");

const count = (fallback: number) => z.coerce.number("must be a number").int().min(1).default(fallback);

const list = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((written) =>
      written
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    );

export const RealtimeConfigSchema = z
  .object({
    IDENTITY_ANON_KEY: readToo(z.string().min(1).optional()),
    IDENTITY_REDIRECT_URLS: readToo(list("")),
    IDENTITY_JWT_SECRET: readToo(z.string().min(32, "must have at least 32 characters").optional()),
    REALTIME_MAX_CONNECTIONS: count(12_000).describe("connections of this process"),
    REALTIME_MAX_CONNECTIONS_PER_ADDRESS: count(500).describe("connections of one address"),
    REALTIME_MAX_CHANNELS: count(100).describe("channels of one connection"),
    REALTIME_MESSAGES_PER_SECOND: count(100).describe(
      "messages a second that one connection may send on average; twice as many at once",
    ),
    REALTIME_MAX_MESSAGE_BYTES: count(262_144).describe(
      "bytes of one message; at most half of REALTIME_MAX_BUFFER_BYTES",
    ),
    REALTIME_MAX_BUFFER_BYTES: count(1_048_576).describe("bytes that may wait for one connection before it is dropped"),
    REALTIME_MAX_WAITING_BYTES: count(268_435_456).describe(
      "bytes that may wait over all connections; beyond, slow ones are dropped",
    ),
    REALTIME_MAX_WAITING_BYTES_PER_ADDRESS: count(134_217_728).describe(
      "bytes that may wait over the connections of one address",
    ),
    REALTIME_MAX_PRESENCE_BYTES: count(16_384).describe("bytes of one presence as JSON"),
    REALTIME_MAX_PRESENCE_BYTES_PER_ROOM: count(262_144).describe(
      "bytes of presence of one channel; at most a quarter of REALTIME_MAX_BUFFER_BYTES",
    ),
    REALTIME_MAX_PRESENCE_BYTES_PER_CONNECTION: count(65_536).describe("bytes of presence of one connection"),
    REALTIME_MAX_PRESENCE_BYTES_PER_ADDRESS: count(1_048_576).describe(
      "bytes of presence of the connections of one address",
    ),
    REALTIME_PUBLIC_CHANNELS: flag(false).describe("whether there are channels that ask nobody who they are"),
    REALTIME_PRIVATE_READ: list("user:{sub},user:{sub}:*").describe(
      "topics a person may read, separated by commas: `{sub}` is their id, `*` at the end anything",
    ),
    REALTIME_PRIVATE_WRITE: list("user:{sub},user:{sub}:*").describe("topics a person may write, in the same form"),
  })
  .check(({ value, issues }) => {
    const atMost = (name: keyof typeof value, limit: number, words: string) => {
      if ((value[name] as number) > limit)
        issues.push({ code: "custom", path: [name], input: value[name], message: `must be at most ${words}` });
    };
    atMost("REALTIME_MAX_MESSAGE_BYTES", value.REALTIME_MAX_BUFFER_BYTES / 2, "half of REALTIME_MAX_BUFFER_BYTES");
    // Who is there, the changes of a moment (both their sides) and one message fit into a buffer at once.
    atMost(
      "REALTIME_MAX_PRESENCE_BYTES_PER_ROOM",
      value.REALTIME_MAX_BUFFER_BYTES / 4,
      "a quarter of REALTIME_MAX_BUFFER_BYTES",
    );
  })
  .transform((values) => ({
    /** The key that pages send as `apikey`; it opens public channels and is no secret. */
    publishableKey: values.IDENTITY_ANON_KEY ?? "tessera",
    /** Shared secret of tokens signed with HS256; only set where the issuer signs that way. */
    jwtSecret: values.IDENTITY_JWT_SECRET,
    /** Origins besides the product's own whose pages get sessions, and so may connect in production. */
    pageOrigins: new Set(
      values.IDENTITY_REDIRECT_URLS.filter((url) => URL.canParse(url))
        .map((url) => new URL(url).origin)
        .filter((origin) => origin !== "null"), // an app's own scheme: its pages have no origin
    ) as ReadonlySet<string>,
    /** Connections of this process. */
    maxConnections: values.REALTIME_MAX_CONNECTIONS,
    maxConnectionsPerAddress: values.REALTIME_MAX_CONNECTIONS_PER_ADDRESS,
    /** Channels of one connection. */
    maxChannels: values.REALTIME_MAX_CHANNELS,
    /** Messages that one connection may send, on average; twice as many at once. */
    messagesPerSecond: values.REALTIME_MESSAGES_PER_SECOND,
    maxMessageBytes: values.REALTIME_MAX_MESSAGE_BYTES,
    /** Bytes that may wait for one connection's network before it is dropped. */
    maxBufferBytes: values.REALTIME_MAX_BUFFER_BYTES,
    /**
     * Bytes that may wait for the network over all connections, and over those of one address; beyond, slow ones are
     * dropped.
     */
    maxWaitingBytes: values.REALTIME_MAX_WAITING_BYTES,
    maxWaitingBytesPerAddress: values.REALTIME_MAX_WAITING_BYTES_PER_ADDRESS,
    /** Bytes of presence: of one track call as JSON, and of all that is kept, with what it costs beside. */
    maxPresenceBytes: {
      call: values.REALTIME_MAX_PRESENCE_BYTES,
      room: values.REALTIME_MAX_PRESENCE_BYTES_PER_ROOM,
      connection: values.REALTIME_MAX_PRESENCE_BYTES_PER_CONNECTION,
      address: values.REALTIME_MAX_PRESENCE_BYTES_PER_ADDRESS,
    },
    /** Whether there are channels that ask nobody who they are. */
    publicChannels: values.REALTIME_PUBLIC_CHANNELS,
    /** Patterns of private topics a person may read and write: `{sub}` is their id, `*` at the end anything. */
    privateRead: values.REALTIME_PRIVATE_READ,
    privateWrite: values.REALTIME_PRIVATE_WRITE,
  }));
export type RealtimeConfig = z.infer<typeof RealtimeConfigSchema>;
