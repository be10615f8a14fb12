import type { Agent, NewAgent } from "@tessera/contracts-agents/agents.ts";
import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { agents } from "../api.ts";

/** Names that are tried for one template: "Planner", "Planner 2" … */
const MAX_NAMES = 20;

/** Creates an agent under the first free name. @throws ProblemError */
export async function createAgent(agent: NewAgent): Promise<Agent> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? agent.name : `${agent.name} ${number}`;
    try {
      return await agents.createAgent({ ...agent, name }, crypto.randomUUID());
    } catch (error) {
      const isTaken = error instanceof ProblemError && error.code === "agent_name_taken";
      if (!isTaken || number === MAX_NAMES) throw error;
    }
  }
}
