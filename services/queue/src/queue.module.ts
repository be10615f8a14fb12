import { Module } from "@nestjs/common";
import { EntriesController } from "./entries/entries.controller.ts";
import { EntriesService } from "./entries/entries.service.ts";
import { EntryStore } from "./entries/entry.store.ts";
import { EntryEvents } from "./entries/entry-events.ts";
import { EntryReducer } from "./entries/entry-reducer.ts";
import { FiltersController } from "./filters/filters.controller.ts";
import { FiltersService } from "./filters/filters.service.ts";
import { ChangeMatchingJobs } from "./jobs/change-matching.ts";
import { JobsController } from "./jobs/jobs.controller.ts";
import { JobsService } from "./jobs/jobs.service.ts";
import { SettledFailures } from "./jobs/settled-failures.ts";

@Module({
  controllers: [EntriesController, JobsController, FiltersController],
  providers: [
    EntriesService,
    EntryStore,
    EntryEvents,
    EntryReducer,
    JobsService,
    ChangeMatchingJobs,
    SettledFailures,
    FiltersService,
  ],
})
export class QueueModule {}
