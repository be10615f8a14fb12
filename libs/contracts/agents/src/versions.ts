import { z } from "zod";
import { Agent, AgentSettings, NamedSetting } from "./agents.ts";

/**
 * What made a version: `allowed`: a decision in the queue to use a tool without asking from then on; `restored`: the
 * settings of an earlier version.
 */
export const VersionCause = z.enum(["created", "changed", "restored", "allowed"]);
export type VersionCause = z.infer<typeof VersionCause>;

/** What an agent was set up as after a change. */
export const AgentVersion = z
  .object({
    /** Grows by one with each version of the agent; the first is 1. */
    number: z.int().min(1),
    cause: VersionCause,
    /** The version whose settings came back. */
    restored: z.int().min(1).nullable(),
    /** The settings that differ from the version before. */
    changed: z.array(NamedSetting),
    /** Whether the scope does. */
    scopeChanged: z.boolean().optional(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "AgentVersion" });
export type AgentVersion = z.infer<typeof AgentVersion>;

/** Newest first. */
export const AgentVersionList = z.object({ items: z.array(AgentVersion) }).meta({ id: "AgentVersionList" });
export type AgentVersionList = z.infer<typeof AgentVersionList>;

export const WholeAgentVersion = AgentVersion.extend({ settings: AgentSettings }).meta({ id: "WholeAgentVersion" });
export type WholeAgentVersion = z.infer<typeof WholeAgentVersion>;

/** The agent with the settings of a version. `kept`: those that could not come back, as a model or a name is gone. */
export const RestoredAgent = z.object({ agent: Agent, kept: z.array(NamedSetting) }).meta({ id: "RestoredAgent" });
export type RestoredAgent = z.infer<typeof RestoredAgent>;
