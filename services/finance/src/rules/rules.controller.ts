import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiHeader, ApiResponse, ApiTags } from "@nestjs/swagger";
import {
  NewRule,
  RefuseSuggestion,
  RuleChanged,
  RuleList,
  RulePatch,
  RuleRan,
  RuleRun,
  RuleSuggestions,
  RuleTrial,
  RuleTried,
  RuleVersions,
} from "@tessera/contracts-finance/rules.ts";
import { Act } from "@tessera/contracts-finance/values.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { versionOf } from "../http/if-match.ts";
import { READS, RUNS, WRITES } from "../http/limits.ts";
import { RulesService } from "./rules.service.ts";
import { RuleRuns } from "./run-rules.ts";
import { RuleSuggester } from "./suggest-rules.ts";
import { RuleTrials } from "./try-rule.ts";

const Id = z.uuid();

@ApiTags("rules")
@ApiBearerAuth()
@Controller("api/finance/rules")
@Subscribed()
@RateLimit(READS)
export class RulesController {
  constructor(
    private readonly rules: RulesService,
    private readonly runs: RuleRuns,
    private readonly trials: RuleTrials,
    private readonly suggester: RuleSuggester,
  ) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: RuleList })
  list(@CurrentUser() caller: Caller) {
    return this.rules.list(caller);
  }

  @Get("suggestions")
  @ApiResponse({ status: 200, standardSchema: RuleSuggestions })
  suggestions(@CurrentUser() caller: Caller) {
    return this.suggester.list(caller);
  }

  @Post("suggestions/refusals")
  @RateLimit(WRITES)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: Act })
  @Refuses({ 404: "payee_not_found or category_not_found" })
  refuse(@CurrentUser() caller: Caller, @Body({ schema: RefuseSuggestion }) refused: RefuseSuggestion) {
    return this.suggester.refuse(caller, refused);
  }

  @Post("trials")
  @RateLimit(RUNS)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: RuleTried })
  @Refuses({ 400: "rule_unusable", 404: "category_not_found" })
  try(@CurrentUser() caller: Caller, @Body({ schema: RuleTrial }) trial: z.output<typeof RuleTrial>) {
    return this.trials.run(caller, trial);
  }

  @Post("runs")
  @RateLimit(RUNS)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: RuleRan })
  @Refuses({ 404: "rule_not_found" })
  run(@CurrentUser() caller: Caller, @Body({ schema: RuleRun }) { rule }: z.output<typeof RuleRun>) {
    return this.runs.run(caller, rule);
  }

  @Post()
  @RateLimit(WRITES)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: RuleChanged })
  @Refuses({ 400: "rule_unusable", 404: "category_not_found", 409: "too_many_rules" })
  create(@CurrentUser() caller: Caller, @Body({ schema: NewRule }) rule: z.output<typeof NewRule>) {
    return this.rules.create(caller, rule);
  }

  @Get(":id/versions")
  @ApiResponse({ status: 200, standardSchema: RuleVersions })
  @Refuses({ 404: "rule_not_found" })
  versions(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.rules.versions(caller, id);
  }

  @Patch(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: RuleChanged })
  @Refuses({ 400: "rule_unusable", 404: "rule_not_found or category_not_found", 412: "version_conflict" })
  change(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
    @Body({ schema: RulePatch }) patch: RulePatch,
  ) {
    return this.rules.change(caller, id, versionOf(ifMatch), patch);
  }

  @Delete(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: Act })
  @Refuses({ 404: "rule_not_found", 412: "version_conflict" })
  remove(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
  ) {
    return this.rules.remove(caller, id, versionOf(ifMatch));
  }
}
