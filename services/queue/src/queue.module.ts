import { Module } from "@nestjs/common";
import { AdministratorsSchema, provideConfig } from "@tessera/service-kit";
import { ADMINISTRATORS, Administration } from "./administration.ts";
import { AssignEntries } from "./entries/assign-entries.ts";
import { AssignmentsController } from "./entries/assignments.controller.ts";
import { EntriesController } from "./entries/entries.controller.ts";
import { EntriesService } from "./entries/entries.service.ts";
import { EntryStore } from "./entries/entry.store.ts";
import { EntryAgents } from "./entries/entry-agents.ts";
import { EntryEvents } from "./entries/entry-events.ts";
import { EntryReducer } from "./entries/entry-reducer.ts";
import { EntryTools } from "./entries/entry-tools.ts";
import { Expiry } from "./entries/expiry.ts";
import { RetryAccepted } from "./entries/retry-accepted.ts";
import { ToolsController } from "./entries/tools.controller.ts";
import { FiltersController } from "./filters/filters.controller.ts";
import { FiltersService } from "./filters/filters.service.ts";
import { InternalJobsController } from "./internal-jobs/internal-jobs.controller.ts";
import { ChangeMatchingJobs } from "./jobs/change-matching.ts";
import { JobsController } from "./jobs/jobs.controller.ts";
import { JobsService } from "./jobs/jobs.service.ts";
import { NumbersController } from "./numbers/numbers.controller.ts";
import { Numbers } from "./numbers/numbers.ts";
import { SchedulesController } from "./schedules/schedules.controller.ts";

@Module({
  controllers: [
    EntriesController,
    AssignmentsController,
    JobsController,
    FiltersController,
    SchedulesController,
    NumbersController,
    InternalJobsController,
    ToolsController,
  ],
  providers: [
    EntriesService,
    EntryStore,
    EntryEvents,
    EntryReducer,
    EntryAgents,
    AssignEntries,
    EntryTools,
    JobsService,
    ChangeMatchingJobs,
    RetryAccepted,
    FiltersService,
    Expiry,
    Numbers,
    Administration,
    provideConfig(ADMINISTRATORS, AdministratorsSchema),
  ],
})
export class QueueModule {}
