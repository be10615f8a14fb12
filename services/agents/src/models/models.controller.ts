import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { Model, ModelChange, ModelList, NewModel } from "@tessera/contracts-agents/models.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses } from "@tessera/service-kit";
import { z } from "zod";
import { READS, WRITES } from "../http/limits.ts";
import { ModelsService } from "./models.service.ts";

const Id = z.uuid();

@ApiTags("models")
@ApiBearerAuth()
@Controller("api/agents/models")
@RateLimit(READS)
export class ModelsController {
  constructor(private readonly models: ModelsService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: ModelList })
  list(@CurrentUser() caller: Caller) {
    return this.models.list(caller);
  }

  @Post()
  @RateLimit(WRITES)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: Model })
  @Refuses({ 404: "provider_not_found", 409: "model_name_taken or too_many_models" })
  create(@CurrentUser() caller: Caller, @Body({ schema: NewModel }) model: NewModel) {
    return this.models.create(caller, model);
  }

  @Patch(":id")
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: Model })
  @Refuses({ 404: "model_not_found" })
  change(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: ModelChange }) change: ModelChange,
  ) {
    return this.models.change(caller, id, change);
  }

  @Delete(":id")
  @RateLimit(WRITES)
  @HttpCode(204)
  @Refuses({ 404: "model_not_found" })
  remove(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.models.remove(caller, id);
  }
}
