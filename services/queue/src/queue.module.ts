import { Module } from "@nestjs/common";
import { EntriesController } from "./entries/entries.controller.ts";
import { EntriesService } from "./entries/entries.service.ts";
import { EntryStore } from "./entries/entry.store.ts";
import { EntryEvents } from "./entries/entry-events.ts";
import { EntryReducer } from "./entries/entry-reducer.ts";
import { JobsController } from "./jobs/jobs.controller.ts";
import { JobsService } from "./jobs/jobs.service.ts";

@Module({
  controllers: [EntriesController, JobsController],
  providers: [EntriesService, EntryStore, EntryEvents, EntryReducer, JobsService],
})
export class QueueModule {}
