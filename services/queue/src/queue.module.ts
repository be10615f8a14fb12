import { Module } from "@nestjs/common";
import { EntriesController } from "./entries/entries.controller.ts";
import { EntriesService } from "./entries/entries.service.ts";
import { EntryStore } from "./entries/entry.store.ts";
import { EntryEvents } from "./entries/entry-events.ts";
import { Matters } from "./entries/matters.ts";
import { JobsController } from "./jobs/jobs.controller.ts";
import { JobsService } from "./jobs/jobs.service.ts";

@Module({
  controllers: [EntriesController, JobsController],
  providers: [EntriesService, EntryStore, EntryEvents, Matters, JobsService],
})
export class QueueModule {}
