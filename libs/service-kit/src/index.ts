/** What a service is built on. One subject a folder: configuration, database, HTTP, jobs, files. */

export {
  AgentTools,
  served,
  type ToolCaller,
  ToolFailure,
  type ToolOutput,
  toolCaller,
} from "./agent-tools/agent-tools.ts";
export { API_TOKEN_PREFIX, hashOfApiToken } from "./api-tokens/api-tokens.ts";
export { ForApiTokens } from "./api-tokens/for-api-tokens.ts";
export { type Application, type ApplicationOptions, createApplication } from "./application.ts";
export { type CardStep, CardSteps, type StepCard } from "./card-steps/card-steps.ts";
export { type Change, type ChangedTable, Changes } from "./changes/changes.ts";
export { ADMINISTRATORS_KEY } from "./changes/published-table.ts";
export { Clock, SystemClock } from "./clock.ts";
export { type DeclaredVariable, declaredVariables, readToo, secret } from "./config/declared-variables.ts";
export { ConfigurationError, Environment, flag, parseConfig, provideConfig } from "./config/environment.ts";
export { CONFIG, type KitConfig, KitConfigSchema } from "./config/kit-config.ts";
export { kitVariables } from "./config/kit-variables.ts";
export { isLoopback } from "./config/loopback.ts";
export { withoutTls } from "./config/without-tls.ts";
export { type Contracts, ServedContracts } from "./contracts/served-contracts.ts";
export { type Contributed, Contributions } from "./contributions/contributions.ts";
export { callerRole } from "./database/caller-roles.ts";
export { type CardLimits, limitedCards } from "./database/card-limits.ts";
export { containing } from "./database/containing.ts";
export { DataFolderInUse } from "./database/data-lock.ts";
export { Database, type Tx } from "./database/database.ts";
export { DatabaseError, isConnectionLost, publicReason, withoutValues } from "./database/database-error.ts";
export { EmbeddedPool } from "./database/embedded-pool.ts";
export { type Migration, migrate } from "./database/migrations.ts";
export { NOTIFICATION_BYTES, Notifications } from "./database/notifications.ts";
export { embedded, type OpenDatabase, openDatabase } from "./database/open.ts";
export type { Pool } from "./database/pool.ts";
export { StartError } from "./database/start-error.ts";
export { busyMs } from "./database/turns.ts";
export { Elsewhere, type ServiceElsewhere } from "./elsewhere.ts";
export type { DocumentTarget, ExportedDocument, WriteDocuments } from "./export/documents.ts";
export type { ExportState } from "./export/export-rows.ts";
export { Exports } from "./export/exports.ts";
export { safeName } from "./export/write-part.ts";
export { type ByteRange, FileNotFound, FileStore, FileTooLarge, type OpenFile } from "./files/file-store.ts";
export { inTemporaryFolder } from "./files/temporary-folder.ts";
export { foldersIn } from "./folders.ts";
export { Administrators, AdministratorsSchema } from "./http/administrators.ts";
export { BodyLimit, jsonBytes } from "./http/body-rules.ts";
export { type Caller, CurrentUser, Public, TokenVerifier } from "./http/caller.ts";
export { ForClients, ForReadingClients, mayWrite } from "./http/clients.ts";
export { Cursors } from "./http/cursors.ts";
export { databaseProblem } from "./http/database-problem.ts";
export { deviceNameOf } from "./http/device-name.ts";
export { FreshProof } from "./http/fresh-proof.ts";
export { hostCookie } from "./http/host-cookie.ts";
export { Idempotent, once } from "./http/idempotency.ts";
export { networkOf } from "./http/network.ts";
export { type OperationDescription, Refuses } from "./http/openapi.ts";
export { pinnedTo, type ResolvedAddress } from "./http/pinned.ts";
export { ProblemException, problem } from "./http/problem.ts";
export { ProtectedResource, resourceMetadataPath } from "./http/protected-resource.ts";
export { isPublicAddress } from "./http/public-address.ts";
export { countFor, type Limit, RateLimit, tooMany } from "./http/rate-limit.ts";
export { type Allowance, RateLimits, type Take } from "./http/rate-limits.ts";
export { TakesAnyText } from "./http/text.guard.ts";
export { type Upload, uploadsOf } from "./http/uploads.ts";
export { type EventMark, Events } from "./jobs/events.ts";
export { failureKey } from "./jobs/failure-key.ts";
export { InternalJobs } from "./jobs/internal-jobs.ts";
export { JobCounts } from "./jobs/job-counts.ts";
export { JobRecords } from "./jobs/job-records.ts";
export { Jobs, PermanentError, type RunningJob, type SendOptions } from "./jobs/jobs.ts";
export { Schedules } from "./jobs/schedules.ts";
export { Log } from "./log.ts";
export { LruCache } from "./lru-cache.ts";
export { runService } from "./own-process/run-service.ts";
export { addressesOf, type ServiceDefinition } from "./service-definition.ts";
export { EndedSessions, MAX_ACCESS_TOKEN_SECONDS } from "./sessions/ended-sessions.ts";
export { type Ended, EndedTokens, type TokenMark } from "./sessions/ended-tokens.ts";
export {
  type SocketDeclaration,
  type SocketHandler,
  type SocketLimits,
  SocketRefused,
  type SocketRequest,
} from "./sockets/socket-handler.ts";
export { Sockets } from "./sockets/sockets.ts";
export { type EventSource, type EventToSend, sendEvents } from "./streams/send-events.ts";
export { type PlanStanding, PlanStandings } from "./subscription/plan-standings.ts";
export { Subscribed } from "./subscription/subscribed.ts";
export { limitOf, reached, type Subscription, SubscriptionGate } from "./subscription/subscription-gate.ts";
export { Erasure } from "./tables/erasure.ts";
export { Purge } from "./tables/purge.ts";
export type { DeclaredTable, TableDeclaration } from "./tables/table-declaration.ts";
export { exitOnUnhandledErrors } from "./unhandled-errors.ts";
export { ContentError, ContentTooComplex } from "./untrusted/content-error.ts";
export { type Content, type Reader, readersOf } from "./untrusted/reader.ts";
export { UntrustedReaders } from "./untrusted/untrusted-readers.ts";
export { type MeteredUse, Usage } from "./usage/usage.ts";
