import { Injectable } from "@nestjs/common";
import type { FastifyRequest } from "fastify";
import type { RequestContext } from "../../core/index.ts";
import type { SessionAnswer } from "../session/session-answers.ts";
import type { GrantType, TokenBody } from "./token-body.ts";

/** Turns the proof in a body into a session. @throws AuthError why it does not */
export type Grant = (body: TokenBody, from: RequestContext, request: FastifyRequest) => Promise<SessionAnswer>;

/** What `grant_type` of auth/v1's token call may be; modules above this one add theirs in `onModuleInit`. */
@Injectable()
export class Grants {
  private readonly offered = new Map<GrantType, Grant>();

  offer(type: GrantType, grant: Grant): void {
    this.offered.set(type, grant);
  }

  of(type: GrantType): Grant {
    const grant = this.offered.get(type);
    if (!grant) throw new Error(`No module offers the grant ${type}`);
    return grant;
  }
}
