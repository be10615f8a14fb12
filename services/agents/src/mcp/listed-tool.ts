import { createHash } from "node:crypto";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { MAX_MCP_DESCRIPTION, MAX_MCP_SCHEMA } from "@tessera/contracts-agents/limits.ts";
import { isBounded } from "./argument-schema.ts";

/** A tool as it is kept. */
export interface ListedTool {
  /** As models call it: letters, digits and underscores, at most 60. */
  name: string;
  remoteName: string;
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
  fingerprint: string;
}

const MAX_TITLE = 120;
const MAX_SLUG = 47;
/** In JSON: what no database keeps. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * What of a server's tools is kept: no more than there is room for, and nothing that is too long for a model.
 * @returns also how many are left out
 */
export function listedTools(serverId: string, tools: readonly Tool[], room: number) {
  const listed = new Map<string, ListedTool>();
  for (const tool of tools) {
    const one = listedTool(serverId, tool);
    if (one && listed.size < room) listed.set(one.name, one);
  }
  return { tools: [...listed.values()], skipped: tools.length - listed.size };
}

function listedTool(serverId: string, tool: Tool): ListedTool | null {
  const title = plain(tool.title ?? tool.annotations?.title ?? tool.name)
    .replace(/\s+/g, " ")
    .slice(0, MAX_TITLE);
  const description = plain(tool.description ?? "");
  const inputSchema = tool.inputSchema as Record<string, unknown>;
  if (!tool.name || tool.name.length > 200 || description.length > MAX_MCP_DESCRIPTION) return null;
  if (!isBounded(inputSchema)) return null;
  const schema = plain(JSON.stringify(inputSchema));
  if (schema.length > MAX_MCP_SCHEMA || UNSTORABLE.test(schema)) return null;
  return {
    ...{ name: nameOf(serverId, tool.name), remoteName: tool.name, title: title || tool.name, description },
    inputSchema: JSON.parse(schema),
    fingerprint: hashOf(JSON.stringify([tool.name, title, description, schema])),
  };
}

/** The same tool of the same server has the same name, whatever else is in the list. */
function nameOf(serverId: string, remoteName: string): string {
  const slug = remoteName.replace(/[^a-zA-Z0-9_]/g, "_");
  const isExact = slug === remoteName && slug.length <= MAX_SLUG;
  const unique = isExact ? slug : `${slug.slice(0, MAX_SLUG - 7)}_${hashOf(remoteName).slice(0, 6)}`;
  return `mcp_${serverId.slice(0, 8)}_${unique}`;
}

/** Text that a database keeps and a page shows as it is: no control characters, none that turn the writing. */
const plain = (text: string): string =>
  text.toWellFormed().replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu, "");
