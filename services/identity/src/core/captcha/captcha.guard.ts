import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from "@nestjs/common";
import { Reflector } from "@nestjs/core";
import type { FastifyRequest } from "fastify";
import { CaptchaCheck } from "./captcha-check.ts";

const NAME = "tessera:identity-captcha";
/** Requires a solved captcha on every call of the handler. */
export const Captcha = () => SetMetadata(NAME, true);

@Injectable()
export class CaptchaGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(CaptchaCheck) private readonly captcha: CaptchaCheck,
  ) {}

  /** @throws AuthError what `CaptchaCheck.require` throws */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.get<boolean | undefined>(NAME, context.getHandler()))
      await this.captcha.require(context.switchToHttp().getRequest<FastifyRequest>());
    return true;
  }
}
