import { defineProblem, type ProblemCodeOf } from "@tessera/contracts-core/define-problem.ts";

export const providerNotFound = defineProblem("provider_not_found", 404, "This provider does not exist any more.");
export const providerNameTaken = defineProblem(
  "provider_name_taken",
  409,
  'You have a provider with the name "{name}" already. Choose another name.',
);
export const tooManyProviders = defineProblem(
  "too_many_providers",
  409,
  "You have {limit} providers, which is as many as there may be. Remove one that you do not use.",
);
/** A key goes only where it was meant to go. */
export const providerKeyNeeded = defineProblem(
  "provider_key_needed",
  409,
  "Enter the key again: it would go to another address than the one it was entered for.",
);
export const providerKeyLost = defineProblem(
  "provider_key_lost",
  409,
  "The key of {provider} cannot be read any more. Enter it again under Settings, Models.",
);
export const providerAddressRefused = defineProblem("provider_address_refused", 400, "{reason}");
export const keysNotKept = defineProblem(
  "keys_not_kept",
  503,
  "Keys cannot be kept here yet: the administrator of this installation has to set AGENTS_SECRET.",
);
export const mcpServerNotFound = defineProblem("mcp_server_not_found", 404, "This MCP server does not exist any more.");
export const mcpServerNameTaken = defineProblem(
  "mcp_server_name_taken",
  409,
  'You have an MCP server with the name "{name}" already. Choose another name.',
);
export const tooManyMcpServers = defineProblem(
  "too_many_mcp_servers",
  409,
  "You have {limit} MCP servers, which is as many as there may be. Remove one that you do not use.",
);
export const mcpAddressRefused = defineProblem("mcp_address_refused", 400, "{reason}");
export const mcpHeaderNeeded = defineProblem(
  "mcp_header_needed",
  409,
  "Enter the header again: it would go to another address than the one it was entered for.",
);
export const mcpSecretLost = defineProblem(
  "mcp_secret_lost",
  409,
  "What {server} was signed in with cannot be read any more. Enter the header again, or sign in again.",
);
export const mcpToolsChanged = defineProblem(
  "mcp_tools_changed",
  409,
  "The tools have changed again since you looked. Read them once more.",
);
export const mcpSignInFailed = defineProblem("mcp_sign_in_failed", 409, "{reason}");
export const mcpSignInOver = defineProblem(
  "mcp_sign_in_over",
  409,
  "This sign-in was finished before, or took too long. Begin it again.",
);
export const modelNotFound = defineProblem(
  "model_not_found",
  404,
  "This model does not exist any more. Choose another.",
);
export const modelNotInPlan = defineProblem(
  "model_not_in_plan",
  402,
  "Your plan has {limit}, those added first: {provider} is not among them and is kept. Remove another, or choose another plan under Billing.",
);
export const modelNameTaken = defineProblem(
  "model_name_taken",
  409,
  'The model "{name}" is in the list of this provider already.',
);
export const tooManyModels = defineProblem(
  "too_many_models",
  409,
  "{limit} models are kept of one provider, and this one has as many.",
);

export const agentNotFound = defineProblem("agent_not_found", 404, "This agent does not exist any more.");
export const agentVersionNotFound = defineProblem("agent_version_not_found", 404, "This version is not kept any more.");
export const agentNameTaken = defineProblem(
  "agent_name_taken",
  409,
  'You have an agent with the name "{name}" already. Choose another name.',
);
export const tooManyAgents = defineProblem(
  "too_many_agents",
  409,
  "You have {limit} agents, which is as many as there may be. Remove one that you do not use.",
);
/** Of before the offline model: pages of this major version know it, services of now do not answer it. */
export const agentModelMissing = defineProblem(
  "agent_model_missing",
  409,
  "{agent} has no model. Choose one for it, or a default for agents under Settings, Models.",
);
export const agentPricesUnknown = defineProblem(
  "agent_prices_unknown",
  409,
  "{agent} has a limit of cost, but the prices of {model} are not known. Enter them under Models.",
);
export const agentLimitReached = defineProblem(
  "agent_limit_reached",
  409,
  "{agent} may cost {limit} a {period} and has used {spent}; this could cost up to {cost}. Raise the limit or wait.",
);
export const runNotFound = defineProblem("run_not_found", 404, "This run does not exist any more.");
export const runOver = defineProblem("run_over", 409, "This run has finished.");
export const runStillGoes = defineProblem("run_still_goes", 409, "This run is still in progress. Stop it first.");
export const runScopeChanged = defineProblem(
  "run_scope_changed",
  409,
  "The agent sees other cards by now than this run did. Start a new run.",
);
export const runStepNotFound = defineProblem("run_step_not_found", 404, "This run has no such step to begin from.");
export const approvalSettled = defineProblem("approval_settled", 409, "This was decided already.");
export const toolArgumentsInvalid = defineProblem(
  "tool_arguments_invalid",
  400,
  "{tool} cannot be called so: {reason}.",
);
export const runLimitReached = defineProblem(
  "run_limit_reached",
  409,
  "A run of {agent} may take {limit}, and the next step could go beyond it. Raise the limit, then continue from there.",
);
export const tooManyRuns = defineProblem(
  "too_many_runs",
  409,
  "{limit} runs are waiting or running already. Stop one, or wait until one is done.",
);

export const agentScheduleNotFound = defineProblem(
  "agent_schedule_not_found",
  404,
  "This schedule does not exist any more.",
);
export const tooManySchedules = defineProblem(
  "too_many_schedules",
  409,
  "An agent has {limit} schedules at most. Delete one that you do not use.",
);
export const schedulePatternInvalid = defineProblem(
  "schedule_pattern_invalid",
  400,
  "This pattern cannot be kept: {reason}.",
);
export const scheduleStillRuns = defineProblem(
  "schedule_still_runs",
  409,
  "The previous run has not finished. Stop it first, or wait until it is done.",
);

export const terminalTicketOver = defineProblem(
  "terminal_ticket_over",
  401,
  "This ticket was used or has expired. Open the terminal again.",
);
export const tooManyTerminals = defineProblem(
  "too_many_terminals",
  429,
  "You have {limit} terminals open, which is as many as there may be. Close one.",
);

export type AgentsProblemCode = ProblemCodeOf<typeof import("./problems.ts")>;
