import {
  applyDecorators,
  type CallHandler,
  Controller,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from "@nestjs/common";
import { ApiTags } from "@nestjs/swagger";
import { Public } from "@tessera/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import { tap } from "rxjs";
import { CaptchaGuard } from "../captcha/captcha.guard.ts";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { AuthErrorFilter } from "../errors/auth-error.filter.ts";
import { AddressLimitGuard } from "../limits/address-limit.guard.ts";
import { rememberDevice } from "../limits/known-device.ts";
import { Secret } from "../secret/secret.ts";

/** Answers hold sessions and people: no cache may keep them, and no page they lead to learns their address. */
class AnswerHeaders implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    context.switchToHttp().getResponse<FastifyReply>().headers({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    return next.handle();
  }
}

/** The members of a session that matter here. */
interface MaySignIn {
  refresh_token?: string;
  user?: { email: string; phone: string; email_confirmed_at?: string | null; phone_confirmed_at?: string | null };
}

/** Marks a browser that gets a session as known to the account's confirmed address and number. */
@Injectable()
class RememberDevice implements NestInterceptor {
  constructor(
    @Inject(Secret) private readonly secret: Secret,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    return next.handle().pipe(
      tap((answer?: MaySignIn) => {
        if (!answer?.refresh_token || !answer.user) return;
        const { email, phone, email_confirmed_at, phone_confirmed_at } = answer.user;
        const accounts = [email_confirmed_at ? email : "", phone_confirmed_at ? phone : ""].filter(Boolean);
        const cookie = rememberDevice(http.getRequest<FastifyRequest>(), accounts, this.secret, this.config.secure);
        if (cookie) http.getResponse<FastifyReply>().header("set-cookie", cookie);
      }),
    );
  }
}

/**
 * A controller of auth/v1: its errors in that interface's formats, limits by address, captchas, bearer tokens checked
 * by its own guard.
 */
export const AuthController = () =>
  applyDecorators(
    Controller("auth/v1"),
    ApiTags("auth/v1"),
    Public(),
    UseFilters(AuthErrorFilter),
    UseGuards(AddressLimitGuard, CaptchaGuard),
    UseInterceptors(AnswerHeaders, RememberDevice),
  );
