import { Module, type Type } from "@nestjs/common";
import { Log, provideConfig, UntrustedReaders } from "@tessera/service-kit";
import { CardActs } from "./agent-tools/card-acts.ts";
import { CardScopes } from "./agent-tools/card-scopes.ts";
import { ItemTools } from "./agent-tools/item-tools.ts";
import { ITEMS_CONFIG, type ItemsConfig, ItemsConfigSchema } from "./config.ts";
import { PersonDays } from "./days/person-days.ts";
import { TimeZoneController } from "./days/time-zone.controller.ts";
import { FilesController } from "./files/files.controller.ts";
import { FilesService } from "./files/files.service.ts";
import { GivenCards } from "./given/given-cards.ts";
import { FetchCopies } from "./imports/fetch-copies.ts";
import { ImportRunner } from "./imports/import-job.ts";
import { ImportsController } from "./imports/imports.controller.ts";
import { ImportsService } from "./imports/imports.service.ts";
import { UndoImport } from "./imports/undo-import.ts";
import { Assignees } from "./items/assignees.ts";
import { AttachmentsController } from "./items/attachments.controller.ts";
import { FirstCard } from "./items/first-card.ts";
import { ItemsController } from "./items/items.controller.ts";
import { ItemsService } from "./items/items.service.ts";
import { ReadingController } from "./items/reading.controller.ts";
import { Recurrence } from "./items/recurrence.ts";
import { MailHookController } from "./mail-in/mail-hook.controller.ts";
import { MailInController } from "./mail-in/mail-in.controller.ts";
import { MailInService } from "./mail-in/mail-in.service.ts";
import { SmtpListener } from "./mail-in/smtp-listener.ts";
import { TakeMail } from "./mail-in/take-mail.ts";
import { DueDecisions } from "./maintenance/due-decisions.ts";
import { DueEntries } from "./maintenance/due-entries.ts";
import { EmptyTrash } from "./maintenance/empty-trash.ts";
import { FileCleaner } from "./maintenance/file-cleaner.ts";
import { Reminders } from "./maintenance/reminders.ts";
import { McpController } from "./mcp/mcp.controller.ts";
import { McpService } from "./mcp/mcp.service.ts";
import { McpResourceController } from "./mcp/mcp-resource.controller.ts";
import { McpTools } from "./mcp/mcp-tools.ts";
import { OtherTools } from "./mcp/other-tools.ts";
import { EmbedCards } from "./meaning/embed-cards.ts";
import { MeaningModel } from "./meaning/meaning-model.ts";
import { Meanings } from "./meaning/meanings.service.ts";
import { MentionsController } from "./mentions/mentions.controller.ts";
import { MentionsService } from "./mentions/mentions.service.ts";
import { NeighboursController } from "./neighbours/neighbours.controller.ts";
import { Neighbours } from "./neighbours/neighbours.service.ts";
import { WordRecogniser } from "./ocr/word-recogniser.ts";
import { PageCopiesController } from "./page-copies/page-copies.controller.ts";
import { PicturesController } from "./pictures/pictures.controller.ts";
import { ProcessingService } from "./processing/processing.service.ts";
import { StepTools } from "./processing/step.ts";
import { StepJobs } from "./processing/step-jobs.ts";
import { CardRules } from "./rules/card-rules.ts";
import { ConvertCards } from "./rules/convert-cards.ts";
import { RuleEffects } from "./rules/effects.service.ts";
import { RuleRuns } from "./rules/rule-runs.ts";
import { RuleStarts } from "./rules/rule-starts.ts";
import { RulesController } from "./rules/rules.controller.ts";
import { RulesService } from "./rules/rules.service.ts";
import { RuleTrials } from "./rules/try-rule.ts";
import { MeantCards } from "./search/meant-cards.ts";
import { SavedSearches } from "./search/saved-searches.service.ts";
import { SearchController } from "./search/search.controller.ts";
import { SearchService } from "./search/search.service.ts";
import { StaleWords } from "./search/stale-words.ts";
import { SettersController } from "./setters/setters.controller.ts";
import { Setters } from "./setters/setters.service.ts";
import { SharesController } from "./shares/shares.controller.ts";
import { SharesService } from "./shares/shares.service.ts";
import { ChangeTags } from "./tags/change-tags.ts";
import { TagsController } from "./tags/tags.controller.ts";
import { TagsService } from "./tags/tags.service.ts";
import { TextVersionsController } from "./text-versions/text-versions.controller.ts";
import { TextVersionsService } from "./text-versions/text-versions.service.ts";
import { DeclaredTypes } from "./types/declared-types.ts";
import { type PluginLoader, TypeRegistry } from "./types/registry.ts";
import { GiveTerms } from "./vocabulary/give-terms.ts";
import { PageFetcher } from "./web/page-fetcher.ts";
import { PageTools } from "./web/page-tools.ts";

/** The service with these item types. The strategies towards the outside are chosen here and nowhere else. */
export function itemsModule(types: PluginLoader[]): Type {
  @Module({
    controllers: [
      ImportsController,
      TimeZoneController,
      TagsController,
      RulesController,
      SearchController,
      MentionsController,
      NeighboursController,
      SettersController,
      TextVersionsController,
      SharesController,
      McpController,
      McpResourceController,
      MailHookController,
      MailInController,
      FilesController,
      ItemsController,
      AttachmentsController,
      PageCopiesController,
      PicturesController,
      ReadingController,
    ],
    providers: [
      provideConfig(ITEMS_CONFIG, ItemsConfigSchema),
      { provide: TypeRegistry, inject: [Log], useFactory: (log: Log) => TypeRegistry.load(types, log) },
      {
        provide: StepTools,
        inject: [ITEMS_CONFIG, UntrustedReaders, WordRecogniser],
        useFactory: (config: ItemsConfig, readers: UntrustedReaders, words: WordRecogniser) =>
          new PageTools(new PageFetcher(config.fetchAllowed), readers, words),
      },
      ...[
        DeclaredTypes,
        CardActs,
        CardScopes,
        ItemTools,
        McpTools,
        OtherTools,
        McpService,
        ItemsService,
        CardRules,
        ConvertCards,
        Assignees,
        RuleStarts,
        RulesService,
        RuleTrials,
        RuleEffects,
        RuleRuns,
        ProcessingService,
        StepJobs,
        WordRecogniser,
        FilesService,
        GivenCards,
        ImportsService,
        ImportRunner,
        FetchCopies,
        UndoImport,
        TagsService,
        GiveTerms,
        MentionsService,
        TextVersionsService,
        SharesService,
        ChangeTags,
        PersonDays,
        MeaningModel,
        Meanings,
        EmbedCards,
        MeantCards,
        Neighbours,
        Setters,
        SearchService,
        SavedSearches,
        Recurrence,
        DueEntries,
        DueDecisions,
        Reminders,
        FirstCard,
        MailInService,
        TakeMail,
        SmtpListener,
        EmptyTrash,
        StaleWords,
        FileCleaner,
      ],
    ],
  })
  class ItemsModule {}
  return ItemsModule;
}
