import { Body, Delete, Get, HttpCode, Param, Post, UseGuards } from "@nestjs/common";
import {
  API_TOKEN_LIFETIMES,
  MAX_API_TOKEN_CARDS,
  MAX_API_TOKEN_NAME,
  MAX_API_TOKEN_SCOPES,
} from "@tessera/contracts-identity/limits.ts";
import { z } from "zod";
import { AddressLimit, AuthController, From, Password, type RequestContext, uuidOf } from "../core/index.ts";
import { Bearer, BearerGuard, type SignedIn } from "../sessions/index.ts";
import { ApiTokens } from "./api-tokens.ts";

const NewTokenBody = z.object({
  name: z
    .string("name is required")
    .trim()
    .min(1, "name is required")
    .max(MAX_API_TOKEN_NAME, `name must be ${MAX_API_TOKEN_NAME} characters or less`)
    .regex(/^\P{Cc}*$/u, "name must be one line of text"),
  scopes: z.array(z.string().max(60)).min(1, "At least one scope is required").max(MAX_API_TOKEN_SCOPES),
  types: z
    .array(z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "A type is named in lower-case letters"))
    .max(MAX_API_TOKEN_CARDS)
    .default([]),
  tags: z
    .array(
      z
        .string()
        .normalize()
        .transform((tag) => tag.replaceAll(/[\s,]+/g, " ").trim())
        .pipe(
          z
            .string()
            .min(1, "A tag is not empty")
            .max(60, "A tag must be 60 characters or less")
            .regex(/^\P{Cc}*$/u),
        ),
    )
    .max(MAX_API_TOKEN_CARDS)
    .default([]),
  expires_in_days: z
    .int()
    .refine(
      (days) => (API_TOKEN_LIFETIMES as readonly number[]).includes(days),
      `expires_in_days must be one of ${API_TOKEN_LIFETIMES.join(", ")}`,
    )
    .default(90),
  current_password: Password.nullish(),
  nonce: z.string().max(100).nullish(),
});

/** Tokens with which programs act for a person. */
@AuthController()
@UseGuards(BearerGuard)
export class ApiTokensController {
  constructor(private readonly tokens: ApiTokens) {}

  @Get("user/api-tokens")
  list(@Bearer() signedIn: SignedIn) {
    return this.tokens.list(signedIn);
  }

  @Post("user/api-tokens")
  @AddressLimit("user")
  make(
    @Body({ schema: NewTokenBody }) body: z.infer<typeof NewTokenBody>,
    @Bearer() signedIn: SignedIn,
    @From() from: RequestContext,
  ) {
    const { expires_in_days: days, current_password: currentPassword, nonce, ...wish } = body;
    return this.tokens.make(signedIn, { ...wish, days }, { currentPassword, nonce }, from);
  }

  @Delete("user/api-tokens/:id")
  @HttpCode(204)
  revoke(@Param("id") id: string, @Bearer() signedIn: SignedIn, @From() from: RequestContext): Promise<void> {
    return this.tokens.revoke(signedIn, uuidOf("api_token_id", id), from);
  }
}
