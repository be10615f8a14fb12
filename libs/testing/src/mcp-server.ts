import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";

interface Client {
  client_id: string;
  redirect_uris: string[];
}
interface Grant {
  client: string;
  challenge: string;
  redirectUri: string;
  resource: string | null;
}

export interface McpServer {
  /** Where it speaks the protocol. */
  url: string;
  tools: Tool[];
  /** What a use of a tool gives. */
  answer: (name: string, values: Record<string, unknown>) => CallToolResult | Promise<CallToolResult>;
  /** Uses of tools, as they came. */
  calls: { name: string; arguments: Record<string, unknown> }[];
  /** Why uses were given up, as the client says. */
  cancelled: string[];
  /** A header without which nobody is let in; null: none. */
  header: { name: string; value: string } | null;
  /** Whether people sign in, by OAuth 2.1. */
  signsIn: boolean;
  /** What it says it is, to who wants to sign in; itself without. */
  resource: string | null;
  /** Seconds that an access token counts. */
  tokenSeconds: number;
  /** Times that a token was renewed. */
  renewals: number;
  /** Access tokens that were given out count no more. */
  endTokens(): void;
  /** Agrees as a person would on the page to which they were sent. @returns where the browser goes then */
  agree(address: string): Promise<URL>;
  stop(): Promise<void>;
}

/** An MCP server on the loopback, of the protocol's own library, that lets in by a header, by OAuth 2.1, or anybody. */
export async function startMcpServer(): Promise<McpServer> {
  const clients = new Map<string, Client>();
  const grants = new Map<string, Grant>();
  const renewable = new Map<string, Grant>();
  let access = new Map<string, number>();
  const state: McpServer = {
    ...{ url: "", tools: [], calls: [], cancelled: [], header: null, signsIn: false, resource: null },
    ...{ tokenSeconds: 3600, renewals: 0 },
    answer: (name) => ({ content: [{ type: "text", text: `${name} is done.` }] }),
    endTokens: () => access.clear(),
    agree: async (address) => {
      const page = await (await fetch(address)).text();
      const [, to = ""] = /href="([^"]+)"/.exec(page) ?? [];
      const response = await fetch(new URL(to.replaceAll("&amp;", "&"), address), { redirect: "manual" });
      return new URL(response.headers.get("location") ?? "");
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };

  const isLetIn = ({ headers }: IncomingMessage) => {
    if (state.header) return headers[state.header.name.toLowerCase()] === state.header.value;
    if (!state.signsIn) return true;
    const until = access.get(headers.authorization?.replace(/^Bearer /, "") ?? "");
    return until !== undefined && until > Date.now();
  };

  async function speak(request: IncomingMessage, response: ServerResponse) {
    if (!isLetIn(request)) {
      const where = `${new URL(state.url).origin}/.well-known/oauth-protected-resource/mcp`;
      if (state.signsIn) response.setHeader("www-authenticate", `Bearer resource_metadata="${where}", scope="tools"`);
      return void response.writeHead(401).end();
    }
    if (request.method !== "POST") return void response.writeHead(405).end();
    const message = JSON.parse(await textOf(request)) as { method?: string; params?: { reason?: string } };
    if (message.method === "notifications/cancelled") state.cancelled.push(message.params?.reason ?? "");
    const speaker = new Server({ name: "workshop", version: "1" }, { capabilities: { tools: {} } });
    speaker.setRequestHandler(ListToolsRequestSchema, () => ({ tools: state.tools }));
    speaker.setRequestHandler(CallToolRequestSchema, ({ params }) => {
      const values = params.arguments ?? {};
      state.calls.push({ name: params.name, arguments: values });
      return state.answer(params.name, values);
    });
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    response.once("close", () => void speaker.close());
    await speaker.connect(transport);
    await transport.handleRequest(request, response, message);
  }

  function give(grant: Grant) {
    const [token, renewal] = [randomUUID(), randomUUID()];
    access.set(token, Date.now() + state.tokenSeconds * 1000);
    renewable.set(renewal, grant);
    const times = { token_type: "Bearer", expires_in: state.tokenSeconds };
    return { access_token: token, refresh_token: renewal, ...times };
  }

  /** A token for renewal counts once: used again, all tokens end. */
  function tokens(form: URLSearchParams): object | null {
    if (form.get("grant_type") === "refresh_token") {
      const token = form.get("refresh_token") ?? "";
      const grant = renewable.get(token);
      renewable.delete(token);
      if (grant) state.renewals++;
      else {
        access = new Map();
        renewable.clear();
      }
      return grant && grant.client === form.get("client_id") ? give(grant) : null;
    }
    const grant = grants.get(form.get("code") ?? "");
    grants.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const fits =
      grant?.challenge === challenge &&
      grant.client === form.get("client_id") &&
      grant.redirectUri === form.get("redirect_uri") &&
      grant.resource === form.get("resource");
    return fits ? give(grant) : null;
  }

  const server = createServer(async (request, response) => {
    const { origin } = new URL(state.url);
    const { pathname, searchParams: query } = new URL(request.url ?? "/", origin);
    if (pathname === "/mcp") return speak(request, response);
    if (!state.signsIn) return void response.writeHead(404).end();
    if (pathname === "/.well-known/oauth-protected-resource/mcp")
      return json(response, 200, { resource: state.resource ?? state.url, authorization_servers: [origin] });
    if (pathname === "/.well-known/oauth-authorization-server")
      return json(response, 200, {
        ...{ issuer: origin, authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` },
        ...{ registration_endpoint: `${origin}/register`, response_types_supported: ["code"] },
        ...{ code_challenge_methods_supported: ["S256"], token_endpoint_auth_methods_supported: ["none"] },
        authorization_response_iss_parameter_supported: true,
      });
    if (pathname === "/register") {
      const client = { ...(JSON.parse(await textOf(request)) as Client), client_id: randomUUID() };
      clients.set(client.client_id, client);
      return json(response, 201, client);
    }
    if (pathname === "/token") {
      const given = tokens(new URLSearchParams(await textOf(request)));
      return given ? json(response, 200, given) : json(response, 400, { error: "invalid_grant" });
    }
    const redirectUri = query.get("redirect_uri") ?? "";
    const client = clients.get(query.get("client_id") ?? "");
    if (!client?.redirect_uris.includes(redirectUri)) return json(response, 400, { error: "invalid_request" });
    if (pathname === "/authorize") {
      const to = `/agree?${query}`.replaceAll("&", "&amp;");
      response.writeHead(200, { "content-type": "text/html" });
      return void response.end(`<!doctype html><title>Workshop</title><a href="${to}">Let Tessera in</a>`);
    }
    const code = randomUUID();
    grants.set(code, {
      ...{ client: client.client_id, challenge: query.get("code_challenge") ?? "", redirectUri },
      resource: query.get("resource"),
    });
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({ code, state: query.get("state") ?? "", iss: origin }).toString();
    response.writeHead(302, { location: back.href }).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return state;
}

const json = (response: ServerResponse, status: number, body: object) =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return text;
}
