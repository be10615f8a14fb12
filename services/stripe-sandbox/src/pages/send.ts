import { HttpStatus } from "@nestjs/common";
import type { FastifyReply } from "fastify";
import { pageHeaders } from "./page.ts";

/** A page, or where to go instead. */
export type View = { html: string; status?: number; leadsTo?: (string | null)[]; takesCard?: boolean } | { to: string };

export function send(reply: FastifyReply, view: View): void {
  if ("to" in view) {
    reply.header("cache-control", "no-store").redirect(view.to, HttpStatus.SEE_OTHER);
    return;
  }
  reply
    .status(view.status ?? HttpStatus.OK)
    .headers(pageHeaders(view.leadsTo, view.takesCard))
    .send(view.html);
}
