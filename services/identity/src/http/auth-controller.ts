import {
  applyDecorators,
  type CallHandler,
  Controller,
  type ExecutionContext,
  type NestInterceptor,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from "@nestjs/common";
import { ApiTags } from "@nestjs/swagger";
import { Public } from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { CaptchaGuard } from "../captcha/captcha.guard.ts";
import { AuthErrorFilter } from "../errors/auth-error.filter.ts";
import { AddressLimitGuard } from "../rate-limits/address-limit.guard.ts";

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

/** A controller of auth/v1: its errors in that interface's formats, limits by address, captchas, bearer tokens checked by its own guard. */
export const AuthController = () =>
  applyDecorators(
    Controller("auth/v1"),
    ApiTags("auth/v1"),
    Public(),
    UseFilters(AuthErrorFilter),
    UseGuards(AddressLimitGuard, CaptchaGuard),
    UseInterceptors(AnswerHeaders),
  );
