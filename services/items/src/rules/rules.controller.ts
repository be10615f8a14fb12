import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Res,
} from "@nestjs/common";
import { ApiBearerAuth, ApiHeader, ApiResponse, ApiTags } from "@nestjs/swagger";
import { Item } from "@tessera/contracts-items/items.ts";
import {
  CardEffectQuery,
  CardEffects,
  CardRule,
  CardRuleList,
  CardRulePatch,
  CardRuleRan,
  CardRuleTrial,
  CardRuleTried,
  CardRuleUndone,
  CardRuleVersions,
  NewCardRule,
} from "@tessera/contracts-items/rules.ts";
import {
  type Caller,
  CurrentUser,
  Idempotent,
  type Limit,
  RateLimit,
  Refuses,
  Subscribed,
  TakesAnyText,
} from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { deviceOf } from "../items/device-of.ts";
import { versionOf } from "../items/if-match.ts";
import { RuleEffects } from "./effects.service.ts";
import { RuleRuns } from "./rule-runs.ts";
import { RulesService } from "./rules.service.ts";
import { RuleTrials } from "./try-rule.ts";

const Id = z.uuid();
const WRITES: Limit = { name: "items-rules", limit: 240, windowSeconds: 60, by: "caller" };
/** Each may look at 20,000 cards. */
const TRIALS: Limit = { name: "items-rule-trials", limit: 60, windowSeconds: 60, by: "caller" };

@ApiTags("rules")
@ApiBearerAuth()
@Controller("api/items/rules")
@Subscribed()
@TakesAnyText()
@RateLimit({ name: "items-read", limit: 3000, windowSeconds: 60, by: "caller" })
export class RulesController {
  constructor(
    @Inject(RulesService) private readonly rules: RulesService,
    private readonly trials: RuleTrials,
    private readonly effects: RuleEffects,
    private readonly runs: RuleRuns,
  ) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: CardRuleList })
  list(@CurrentUser() caller: Caller) {
    return this.rules.list(caller);
  }

  @Post()
  @RateLimit(WRITES)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: CardRule })
  @Refuses({ 400: "rule_unusable", 409: "too_many_rules" })
  create(@CurrentUser() caller: Caller, @Body({ schema: NewCardRule }) rule: z.output<typeof NewCardRule>) {
    return this.rules.create(caller, rule);
  }

  @Post("trials")
  @RateLimit(TRIALS)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: CardRuleTried })
  @Refuses({ 400: "rule_unusable" })
  try(
    @CurrentUser() caller: Caller,
    @Body({ schema: CardRuleTrial }) trial: z.output<typeof CardRuleTrial>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    return this.trials.run(caller, trial, gone.signal);
  }

  @Get("effects")
  @ApiResponse({ status: 200, standardSchema: CardEffects })
  set(@CurrentUser() caller: Caller, @Query({ schema: CardEffectQuery }) query: CardEffectQuery) {
    return this.effects.list(caller, query);
  }

  @Post("effects/:effect/revert")
  @RateLimit(WRITES)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: Item })
  @Refuses({ 404: "rule_effect_not_found", 409: "rule_effect_gone or duplicate_item" })
  revert(
    @CurrentUser() caller: Caller,
    @Param("effect", { schema: Id }) effect: string,
    @Headers("user-agent") userAgent: string | undefined,
  ) {
    return this.effects.revert(caller, effect, deviceOf(userAgent));
  }

  @Get(":id/versions")
  @ApiResponse({ status: 200, standardSchema: CardRuleVersions })
  @Refuses({ 404: "rule_not_found" })
  versions(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.rules.versions(caller, id);
  }

  @Patch(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: CardRule })
  @Refuses({ 400: "rule_unusable", 404: "rule_not_found", 412: "version_conflict" })
  change(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
    @Body({ schema: CardRulePatch }) patch: CardRulePatch,
  ) {
    return this.rules.change(caller, id, versionOf(ifMatch), patch);
  }

  @Delete(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @HttpCode(204)
  @Refuses({ 404: "rule_not_found", 412: "version_conflict" })
  async remove(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
  ) {
    await this.rules.remove(caller, id, versionOf(ifMatch));
  }

  @Put(":id/runs/:run")
  @RateLimit(TRIALS)
  @ApiResponse({ status: 200, standardSchema: CardRuleRan })
  @Refuses({ 404: "rule_not_found" })
  run(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("run", { schema: Id }) run: string,
  ) {
    return this.runs.run(caller, id, run);
  }

  @Delete(":id/runs/:run")
  @RateLimit(TRIALS)
  @ApiResponse({ status: 200, standardSchema: CardRuleUndone })
  undoRun(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("run", { schema: Id }) run: string,
  ) {
    return this.runs.undo(caller, id, run);
  }

  @Post(":id/restore")
  @RateLimit(WRITES)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: CardRule })
  @Refuses({ 404: "rule_not_found", 409: "too_many_rules" })
  restore(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.rules.restore(caller, id);
  }
}
