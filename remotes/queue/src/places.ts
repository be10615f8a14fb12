/** Pages of other areas that the queue sends people to. */
export const capturePath = "/items/inbox?open=capture";
export const importPath = "/items/inbox?open=import";
export const agentsPath = "/agents";
export const runPath = (agentId: string, runId: string) => `/agents/${agentId}/runs/${runId}`;
