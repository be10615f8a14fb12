import { Module } from "@nestjs/common";
import { CONFIG, type KitConfig, provideConfig } from "@tessera/service-kit";
import { AgentStore } from "./agents/agent.store.ts";
import { AgentsController } from "./agents/agents.controller.ts";
import { AgentsService } from "./agents/agents.service.ts";
import { AnswersService } from "./agents/answers.service.ts";
import { OfflineAnswers } from "./agents/offline-answers.ts";
import { VersionStore } from "./agents/version.store.ts";
import { VersionsController } from "./agents/versions.controller.ts";
import { VersionsService } from "./agents/versions.service.ts";
import { AskModel } from "./calls/ask-model.ts";
import { CallStore } from "./calls/call.store.ts";
import { LiveCalls } from "./calls/live-calls.ts";
import { AGENTS_CONFIG, type AgentsConfig, AgentsConfigSchema } from "./config.ts";
import { CheckMcpServer } from "./mcp/check-mcp-server.ts";
import { McpConnection } from "./mcp/mcp-connection.ts";
import { McpServerStore } from "./mcp/mcp-server.store.ts";
import { McpServersController } from "./mcp/mcp-servers.controller.ts";
import { McpServersService } from "./mcp/mcp-servers.service.ts";
import { McpSignIns } from "./mcp/mcp-sign-ins.ts";
import { McpToolCalls } from "./mcp/mcp-tool-calls.ts";
import { DefaultsController } from "./models/defaults.controller.ts";
import { DefaultsService } from "./models/defaults.service.ts";
import { ModelStore } from "./models/model.store.ts";
import { ModelsController } from "./models/models.controller.ts";
import { ModelsService } from "./models/models.service.ts";
import { PromptsController } from "./prompts/prompts.controller.ts";
import { PromptsService } from "./prompts/prompts.service.ts";
import { CheckProvider } from "./providers/check-provider.ts";
import { ProviderKeys } from "./providers/open-provider.ts";
import { PlanProviders } from "./providers/plan-providers.ts";
import { ProviderStore } from "./providers/provider.store.ts";
import { ProvidersController } from "./providers/providers.controller.ts";
import { ProvidersService } from "./providers/providers.service.ts";
import type { Reach } from "./reach/provider-address.ts";
import { REACH } from "./reach/reach.ts";
import { ApprovalEntries } from "./runs/approval-entries.ts";
import { AssignedRuns } from "./runs/assigned-runs.ts";
import { BeginRun } from "./runs/begin-run.ts";
import { CardRuns } from "./runs/card-runs.ts";
import { DecideStep } from "./runs/decide-step.ts";
import { EntryProgress } from "./runs/entry-progress.ts";
import { EntryRuns } from "./runs/entry-runs.ts";
import { FollowRun } from "./runs/follow-run.ts";
import { LiveText } from "./runs/live-text.ts";
import { RuleRuns } from "./runs/rule-runs.ts";
import { RunStore } from "./runs/run.store.ts";
import { RunLines } from "./runs/run-lines.ts";
import { RunProgress } from "./runs/run-progress.ts";
import { RunSignals } from "./runs/run-signals.ts";
import { RunTurns } from "./runs/run-turns.ts";
import { RunsController } from "./runs/runs.controller.ts";
import { RunsService } from "./runs/runs.service.ts";
import { StopCancelled } from "./runs/stop-cancelled.ts";
import { ThreadCards } from "./runs/thread-cards.ts";
import { TidyUp } from "./runs/tidy-up.ts";
import { ToolAnswers } from "./runs/tool-answers.ts";
import { ToolUses } from "./runs/tool-uses.ts";
import { WorkOnRun } from "./runs/work-on-run.ts";
import { ScheduleStore } from "./schedules/schedule.store.ts";
import { SchedulesController } from "./schedules/schedules.controller.ts";
import { SchedulesService } from "./schedules/schedules.service.ts";
import { StartScheduled } from "./schedules/start-scheduled.ts";
import { StopSuspended } from "./schedules/stop-suspended.ts";
import { keptSecrets } from "./secret/kept-secret.ts";
import { Keyring } from "./secret/keyring.ts";
import { AgentsSecret } from "./secret/replace-secret.ts";
import { SealAgain } from "./secret/seal-again.ts";
import { RecogniseSpeech } from "./speech/recognise-speech.ts";
import { RecognisersController } from "./speech/recognisers.controller.ts";
import { Recognisers } from "./speech/recognisers.ts";
import { TerminalController } from "./terminal/terminal.controller.ts";
import { TerminalSockets } from "./terminal/terminal-sockets.ts";
import { TerminalTickets } from "./terminal/terminal-tickets.ts";
import { PersonTools } from "./tools/person-tools.ts";
import { ToolCatalogue } from "./tools/tool-catalogue.ts";
import { ToolsController } from "./tools/tools.controller.ts";

/** What keys are sealed with. Processes on one server need the same secret, so none is made for them. */
function keyringOf({ secret, secretBefore }: AgentsConfig, kit: KitConfig): Keyring {
  const present = secret ? [secret] : kit.embedded || !kit.production ? keptSecrets(kit.dataDir) : [];
  return new Keyring([...present, secretBefore].filter((one) => one !== undefined));
}

@Module({
  controllers: [
    ProvidersController,
    McpServersController,
    ModelsController,
    RecognisersController,
    DefaultsController,
    PromptsController,
    AgentsController,
    ToolsController,
    VersionsController,
    RunsController,
    SchedulesController,
    TerminalController,
  ],
  providers: [
    provideConfig(AGENTS_CONFIG, AgentsConfigSchema),
    { provide: Keyring, inject: [AGENTS_CONFIG, CONFIG], useFactory: keyringOf },
    {
      provide: REACH,
      inject: [AGENTS_CONFIG, CONFIG],
      useFactory: ({ allowed }: AgentsConfig, kit: KitConfig): Reach => ({ allowed, loopback: !kit.production }),
    },
    ProvidersService,
    ProviderStore,
    PlanProviders,
    ProviderKeys,
    CheckProvider,
    McpServersService,
    McpServerStore,
    McpConnection,
    McpSignIns,
    McpToolCalls,
    CheckMcpServer,
    ModelsService,
    ModelStore,
    DefaultsService,
    PromptsService,
    CallStore,
    LiveCalls,
    AskModel,
    AgentsService,
    AnswersService,
    OfflineAnswers,
    AgentStore,
    VersionStore,
    VersionsService,
    SealAgain,
    AgentsSecret,
    RunsService,
    RunStore,
    RunLines,
    StopCancelled,
    BeginRun,
    ScheduleStore,
    SchedulesService,
    StartScheduled,
    StopSuspended,
    RunTurns,
    RunSignals,
    LiveText,
    FollowRun,
    RunProgress,
    ThreadCards,
    WorkOnRun,
    ToolCatalogue,
    PersonTools,
    ToolUses,
    ToolAnswers,
    DecideStep,
    ApprovalEntries,
    EntryProgress,
    AssignedRuns,
    CardRuns,
    EntryRuns,
    RuleRuns,
    Recognisers,
    RecogniseSpeech,
    TidyUp,
    TerminalTickets,
    TerminalSockets,
  ],
})
export class AgentsModule {}
