import { Module } from "@nestjs/common";
import { AdministratorsSchema, provideConfig } from "@tessera/service-kit";
import { ADMINISTRATORS, Administration } from "./administration.ts";
import { EntriesController } from "./entries/entries.controller.ts";
import { EntriesService } from "./entries/entries.service.ts";
import { EntryStore } from "./entries/entry.store.ts";
import { EntryEvents } from "./entries/entry-events.ts";
import { EntryReducer } from "./entries/entry-reducer.ts";
import { Expiry } from "./entries/expiry.ts";
import { FiltersController } from "./filters/filters.controller.ts";
import { FiltersService } from "./filters/filters.service.ts";
import { ChangeMatchingJobs } from "./jobs/change-matching.ts";
import { JobsController } from "./jobs/jobs.controller.ts";
import { JobsService } from "./jobs/jobs.service.ts";
import { SettledFailures } from "./jobs/settled-failures.ts";
import { NumbersController } from "./numbers/numbers.controller.ts";
import { Numbers } from "./numbers/numbers.ts";
import { SchedulesController } from "./schedules/schedules.controller.ts";

@Module({
  controllers: [EntriesController, JobsController, FiltersController, SchedulesController, NumbersController],
  providers: [
    EntriesService,
    EntryStore,
    EntryEvents,
    EntryReducer,
    JobsService,
    ChangeMatchingJobs,
    SettledFailures,
    FiltersService,
    Expiry,
    Numbers,
    Administration,
    provideConfig(ADMINISTRATORS, AdministratorsSchema),
  ],
})
export class QueueModule {}
