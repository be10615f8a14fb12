import { Body, HttpCode, Post } from "@nestjs/common";
import { z } from "zod";
import { AddressLimit, AuthController, From, Password, type RequestContext } from "../../core/index.ts";
import { TakeBack } from "./take-back.ts";

const LinkBody = z.object({ token: z.string("token must be text").min(1).max(100) });
const UndoBody = LinkBody.extend({ password: Password.nullish(), code: z.string().max(20).nullish() });

/** Our own addition to auth/v1: undoing a change from the link in its mail. Nobody needs to be signed in. */
@AuthController()
export class UndoController {
  constructor(private readonly takeBack: TakeBack) {}

  @Post("undo/look")
  @HttpCode(200)
  @AddressLimit("verify")
  look(@Body({ schema: LinkBody }) { token }: z.infer<typeof LinkBody>) {
    return this.takeBack.look(token);
  }

  @Post("undo/code")
  @HttpCode(204)
  @AddressLimit("verify")
  sendCode(
    @Body({ schema: LinkBody }) { token }: z.infer<typeof LinkBody>,
    @From() from: RequestContext,
  ): Promise<void> {
    return this.takeBack.sendCode(token, from);
  }

  @Post("undo")
  @HttpCode(200)
  @AddressLimit("verify")
  undo(@Body({ schema: UndoBody }) { token, password, code }: z.infer<typeof UndoBody>, @From() from: RequestContext) {
    return this.takeBack.take(token, { password, code }, from);
  }
}
