import { Injectable } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { sameBytes } from "../../core/index.ts";
import { invalidClient, invalidRequest } from "../oauth-error.ts";
import type { AuthMethod, ClientRow } from "../tables.ts";
import { Clients } from "./clients.ts";

interface Shown {
  id: string;
  secret: string;
  method: AuthMethod;
}
interface Credentials {
  client_id?: string | null;
  client_secret?: string | null;
}

/** Which client asks: by the way alone for which it is registered, so that no leaked id stands in for a secret. */
@Injectable()
export class ClientAuthentication {
  constructor(
    private readonly database: Database,
    private readonly clients: Clients,
  ) {}

  /** @throws AuthError 401 `invalid_client`; 400 `invalid_request` */
  async of(request: FastifyRequest, reply: FastifyReply, body: Credentials): Promise<ClientRow> {
    const { id, secret, method } = shownBy(request.headers.authorization, body);
    const known = z.uuid().safeParse(id).success;
    const client = known ? await this.database.system((tx) => this.clients.find(tx, id)) : null;
    const proved =
      method === "none" || (client?.secretHash && sameBytes(this.clients.hashOf(secret), client.secretHash));
    if (client && client.authMethod === method && proved) return client;
    reply.header("www-authenticate", 'Basic realm="oauth"'); // RFC 6749 §5.2
    throw invalidClient();
  }
}

function shownBy(authorization: string | undefined, { client_id: id, client_secret: secret }: Credentials): Shown {
  const basic = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization ?? "")?.[1];
  if (!basic) return { id: id ?? "", secret: secret ?? "", method: secret ? "client_secret_post" : "none" };
  if (secret) throw invalidRequest("The client authenticates in one way only: not in the header and in the body");
  // RFC 6749 §2.3.1: both halves are form-encoded before they are joined.
  const [named = "", ...rest] = Buffer.from(basic, "base64").toString("utf8").split(":").map(decoded);
  if (id && id !== named) throw invalidRequest("client_id is not the client that authenticates");
  return { id: named, secret: rest.join(":"), method: "client_secret_basic" };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    return part;
  }
}
