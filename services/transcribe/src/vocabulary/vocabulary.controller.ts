import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Put } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import {
  NewTerm,
  TermChange,
  Vocabulary,
  VocabularyChange,
  VocabularyTerm,
} from "@tessera/contracts-transcribe/vocabulary.ts";
import { type Caller, CurrentUser, RateLimit, Refuses } from "@tessera/service-kit";
import { z } from "zod";
import { VocabularyService } from "./vocabulary.service.ts";

const Id = z.uuid();

/** Also without a plan: dictation on the device needs none. */
@ApiTags("vocabulary")
@ApiBearerAuth()
@Controller("api/transcribe/vocabulary")
@RateLimit({ name: "vocabulary", limit: 600, windowSeconds: 60, by: "caller" })
export class VocabularyController {
  constructor(private readonly vocabulary: VocabularyService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: Vocabulary })
  read(@CurrentUser() caller: Caller) {
    return this.vocabulary.read(caller);
  }

  @Patch()
  @ApiResponse({ status: 200, standardSchema: Vocabulary })
  change(@CurrentUser() caller: Caller, @Body({ schema: VocabularyChange }) change: VocabularyChange) {
    return this.vocabulary.change(caller, change);
  }

  @Put(":id")
  @ApiResponse({ status: 200, standardSchema: VocabularyTerm })
  @Refuses({ 409: "term_known or too_many_terms" })
  write(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: NewTerm }) term: z.output<typeof NewTerm>,
  ) {
    return this.vocabulary.write(caller, id, term);
  }

  @Patch(":id")
  @ApiResponse({ status: 200, standardSchema: VocabularyTerm })
  @Refuses({ 404: "term_not_found" })
  refuse(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: TermChange }) change: TermChange,
  ) {
    return this.vocabulary.refuse(caller, id, change);
  }

  @Delete(":id")
  @HttpCode(204)
  @Refuses({ 404: "term_not_found" })
  remove(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.vocabulary.remove(caller, id);
  }
}
