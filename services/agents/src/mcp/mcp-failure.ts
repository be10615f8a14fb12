import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { OAuthError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { ProblemException } from "@tessera/service-kit";
import { brokenOf, quoted } from "../calls/failure.ts";
import { AddressRefused } from "../reach/provider-address.ts";

/** Why a server cannot be used, in a sentence for the person. */
export class McpFailure extends Error {
  override name = "McpFailure";
  constructor(
    sentence: string,
    /** It lets nobody in who does not sign in there. */
    readonly needsSignIn = false,
  ) {
    super(sentence);
  }
}

/** What went wrong between us and a server, in words; its own words stand in quotes. */
export function mcpFailureOf(server: string, error: unknown, sent: "header" | "sign-in" | "nothing"): McpFailure {
  if (error instanceof McpFailure) return error;
  if (error instanceof AddressRefused || error instanceof ProblemException) return new McpFailure(error.message);
  if (error instanceof OAuthError)
    return new McpFailure(`${server} refused the sign-in.${quoted(error.message)}`, sent === "sign-in");
  if (error instanceof StreamableHTTPError && error.code !== undefined) return refusalOf(server, error.code, sent);
  if (error instanceof McpError && error.code === ErrorCode.RequestTimeout)
    return new McpFailure(`${server} did not answer in time.`);
  if (error instanceof McpError) return new McpFailure(`${server} refused the request.${quoted(error.message)}`);
  if (error instanceof Error && /timeout|aborted/i.test(error.name + error.message))
    return new McpFailure(`${server} did not answer in time.`);
  if (error instanceof SyntaxError || (error instanceof Error && error.name === "ZodError"))
    return new McpFailure(`What answers there is no MCP server. Check the address of ${server}.`);
  return new McpFailure(brokenOf(server, error, false).message);
}

function refusalOf(server: string, status: number, sent: "header" | "sign-in" | "nothing"): McpFailure {
  if (status === 401 && sent === "header")
    return new McpFailure(`${server} refused the header (401). Change it under Settings, MCP servers.`);
  if (status === 401)
    return new McpFailure(`${server} wants you to sign in there. Do so under Settings, MCP servers.`, true);
  if (status === 403) return new McpFailure(`${server} does not let you in (403).`);
  if (status === 429) return new McpFailure(`${server} takes no more requests at the moment (429). Try again later.`);
  if (status >= 500) return new McpFailure(`${server} has a fault of its own (${status}). Try again later.`);
  return new McpFailure(`What answers there is no MCP server (${status}). Check the address of ${server}.`);
}
