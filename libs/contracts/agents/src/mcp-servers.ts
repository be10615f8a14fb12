import { z } from "zod";

export const MAX_MCP_NAME_LENGTH = 60;
/** Page to which a person comes back from signing in at an MCP server. */
export const MCP_RETURN_PATH = "/settings/mcp";

const name = z.string().trim().min(1).max(MAX_MCP_NAME_LENGTH);
const url = z.url({ protocol: /^https?$/, error: "must begin with https:// or http://" }).max(500);

/** Headers that a connection sets for itself. */
const OWN_HEADERS =
  /^(?:host|connection|content-.*|transfer-encoding|accept|cookie|te|upgrade|expect|keep-alive|mcp-.*|last-event-id)$/i;

/** Sent with each request: a token or a key of the server. Its value is never answered. */
export const McpHeader = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,64}$/, "must be the name of a header")
      .refine((header) => !OWN_HEADERS.test(header), "is a header that the connection sets itself"),
    value: z
      .string()
      .trim()
      .regex(/^[\x20-\x7e]*$/, "must be plain ASCII characters")
      .min(1)
      .max(4_000),
  })
  .meta({ id: "McpHeader" });
export type McpHeader = z.infer<typeof McpHeader>;

/** A tool of an MCP server, in the server's own words. */
export const McpTool = z
  .object({
    /** What models and policies of agents call it. */
    name: z.string(),
    title: z.string(),
    description: z.string(),
    /** Whether the person has read it as it is now; until then no agent is offered it. */
    reviewed: z.boolean(),
  })
  .meta({ id: "McpTool" });
export type McpTool = z.infer<typeof McpTool>;

/** `needed`: the server lets nobody in who has not signed in there. */
export const McpSignInState = z.enum(["none", "needed", "done"]);
export type McpSignInState = z.infer<typeof McpSignInState>;

/** A server whose tools a person's agents may use, by the Model Context Protocol (Streamable HTTP). */
export const McpServer = z
  .object({
    id: z.uuid(),
    name: z.string(),
    url: z.string(),
    /** Name of the header that is sent; null: none. */
    header: z.string().nullable(),
    signIn: McpSignInState,
    tools: z.array(McpTool),
    /** Tools that are not kept: there are too many, or what they say of themselves is too long. */
    skipped: z.int(),
    /** Names the list as it is now. */
    revision: z.string(),
    /** When the tools were last read; null: never with what is set now. */
    checkedAt: z.iso.datetime().nullable(),
    /** What went wrong then, in a sentence; null: nothing. */
    failure: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "McpServer" });
export type McpServer = z.infer<typeof McpServer>;
export const McpServerList = z.object({ items: z.array(McpServer) }).meta({ id: "McpServerList" });
export type McpServerList = z.infer<typeof McpServerList>;

export const NewMcpServer = z.strictObject({ name, url, header: McpHeader.optional() }).meta({ id: "NewMcpServer" });
export type NewMcpServer = z.infer<typeof NewMcpServer>;
/** `header`: another one, or null to send none; left out, it stays. Another address needs it again. */
export const McpServerChange = z
  .strictObject({ name, url, header: McpHeader.nullable() })
  .partial()
  .meta({ id: "McpServerChange" });
export type McpServerChange = z.infer<typeof McpServerChange>;

/** What reading the list of tools found; `tools` counts them, null when the server did not answer. */
export const McpServerCheck = z
  .object({ server: McpServer, tools: z.int().nullable(), changed: z.int() })
  .meta({ id: "McpServerCheck" });
export type McpServerCheck = z.infer<typeof McpServerCheck>;

/** The list that the person has read. */
export const McpReview = z.strictObject({ revision: z.string().max(100) }).meta({ id: "McpReview" });
export type McpReview = z.infer<typeof McpReview>;

/** Where the person signs in. */
export const McpSignInStart = z.object({ url: z.url({ protocol: /^https?$/ }) }).meta({ id: "McpSignInStart" });
export type McpSignInStart = z.infer<typeof McpSignInStart>;
/** What the person came back with (RFC 6749, RFC 9207). */
export const McpSignIn = z
  .strictObject({
    state: z.string().min(1).max(200),
    code: z.string().min(1).max(4_000),
    iss: z.string().max(500).optional(),
  })
  .meta({ id: "McpSignIn" });
export type McpSignIn = z.infer<typeof McpSignIn>;
