/** The model that is part of the product: always there, extractive, free. */
/** What stands as its provider, which is none that may be changed. */
export const OFFLINE_PROVIDER_ID = "0ff11e00-0000-4000-8000-000000000001";
export const OFFLINE_MODEL_TITLE = "Offline model";
export const OFFLINE_MODEL_ID = "0ff11e00-0000-4000-8000-000000000002";

/** Messages of one conversation that are sent to a model. */
export const MAX_MESSAGES = 40;
/** Longest message or test prompt, in characters. */
export const MAX_PROMPT_LENGTH = 20_000;

/** Versions that are kept of one agent, the newest. */
export const MAX_AGENT_VERSIONS = 100;

/** Times that one run may ask a model. */
export const MAX_STEPS = 100;
export const DEFAULT_STEPS = 20;
/** Runs of one person that are worked on at once; others wait for one of them. */
export const MAX_ACTIVE_RUNS = 2;
/** Days after which a question to the person is given up. */
export const APPROVAL_DAYS = 7;
/** Cards that a person gives a run along with its task. */
export const MAX_GIVEN_CARDS = 50;
/** Longest answer of the tool that reads them, in characters of JSON. */
export const MAX_GIVEN_OUTPUT = 400_000;
/** Questions and answers of a thread that a model is given before the newest question. */
export const MAX_EARLIER_RUNS = 10;
/** Longest output of a tool that a model is given, in characters of JSON. */
export const MAX_TOOL_OUTPUT = 20_000;

/** MCP servers of one person. */
export const MAX_MCP_SERVERS = 20;
/** Tools of one person's MCP servers, all together; a model is told of each with every question. */
export const MAX_MCP_TOOLS = 100;
/** Longest description of such a tool, and longest schema of its arguments, in characters. */
export const MAX_MCP_DESCRIPTION = 2_000;
export const MAX_MCP_SCHEMA = 10_000;
/** Minutes within which a person has to return from signing in. */
export const MCP_SIGN_IN_MINUTES = 15;

/** Longest word that a run leaves with an entry of the queue, in characters. */
export const MAX_ENTRY_WORD_LENGTH = 500;

/** Words that runs are searched for, in characters. */
export const MAX_SEARCH_LENGTH = 200;

/** Schedules of one agent. */
export const MAX_SCHEDULES = 20;
/** Runs of one agent that rules for cards start in 24 hours. */
export const MAX_RULE_RUNS = 50;
/** Agents that one after another may be started by what the one before them made. */
export const MAX_RULE_CHAIN = 3;
/** Longest cron expression or RRULE, in characters. */
export const MAX_PATTERN_LENGTH = 300;
/** Next times of a schedule that are shown. */
export const SHOWN_TIMES = 5;
/** Tools that a schedule may use once without asking, and the longest value of an argument, in characters. */
export const MAX_GRANTS = 10;
export const MAX_GRANT_VALUE = 1_000;

/** Longest command line of the terminal, in characters. */
export const MAX_TERMINAL_LINE = 4_000;
/** Terminals of one person that are open at once. */
export const MAX_TERMINALS = 5;
/** Most lines that one command of the terminal prints. */
export const MAX_TERMINAL_LINES = 1_000;

export const AGENT_ICONS = ["bot", "pen", "translate", "search", "calendar", "lightbulb"] as const;
export type AgentIcon = (typeof AGENT_ICONS)[number];

/** What stands as the provider of the endpoint that the installation offers for speech. */
export const INSTALLATION_RECOGNISER_ID = "0ff11e00-0000-4000-8000-000000000003";
/** Parts and words of one piece of speech that are taken from a provider, and the longest text, in characters. */
export const MAX_HEARD_PARTS = 300;
export const MAX_HEARD_WORDS = 2_000;
export const MAX_HEARD_LENGTH = 20_000;
