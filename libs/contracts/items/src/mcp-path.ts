/** Where assistants connect by the Model Context Protocol, with an API token. Without zod: pages show it. */
export const MCP_PATH = "/api/mcp";
