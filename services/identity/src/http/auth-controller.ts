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
import { Secret } from "../keys/secret.ts";
import { AddressLimitGuard } from "../rate-limits/address-limit.guard.ts";
import { rememberDevice } from "../rate-limits/known-device.ts";
import type { SessionAnswer } from "../sessions/session-answers.ts";

/** Answers hold sessions and people: no cache keeps them, and no page they lead to learns their address. */
class AnswerHeaders implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    context.switchToHttp().getResponse<FastifyReply>().headers({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    return next.handle();
  }
}

/** A browser that gets a session is known from then on to the account's confirmed address and number. */
@Injectable()
class RememberDevice implements NestInterceptor {
  constructor(
    @Inject(Secret) private readonly secret: Secret,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    return next.handle().pipe(
      tap((answer?: Partial<SessionAnswer>) => {
        if (!answer?.refresh_token || !answer.user) return;
        const { email, phone, email_confirmed_at, phone_confirmed_at } = answer.user;
        const accounts = [email_confirmed_at ? email : "", phone_confirmed_at ? phone : ""].filter(Boolean);
        const cookie = rememberDevice(http.getRequest<FastifyRequest>(), accounts, this.secret, this.config.secure);
        if (cookie) http.getResponse<FastifyReply>().header("set-cookie", cookie);
      }),
    );
  }
}

/** A controller of auth/v1: its errors in that interface's formats, limits by address, captchas, bearer tokens checked by its own guard. */
export const AuthController = () =>
  applyDecorators(
    Controller("auth/v1"),
    ApiTags("auth/v1"),
    Public(),
    UseFilters(AuthErrorFilter),
    UseGuards(AddressLimitGuard, CaptchaGuard),
    UseInterceptors(AnswerHeaders, RememberDevice),
  );
