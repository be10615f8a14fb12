import { MCP_PATH } from "@tessera/contracts-items/mcp-path.ts";

/** A program that connects to Tessera by MCP, and what its person gives it. */
export interface Assistant {
  id: string;
  name: string;
  /** Where the code goes, in a sentence. */
  where: string;
  language: "bash" | "json";
  code(address: string, token: string): string;
}

/** Stands where a token goes that is not known: it is shown only when it is made. */
export const SOME_TOKEN = "tessera_pat_…";

export const mcpAddress = (): string => location.origin + MCP_PATH;

const json = (value: object) => JSON.stringify(value, null, 2);
const headers = (token: string) => ({ Authorization: `Bearer ${token}` });

export const assistants: readonly Assistant[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    where: "Run this in a terminal. It connects Tessera in all of your projects.",
    language: "bash",
    code: (address, token) =>
      `claude mcp add --scope user --transport http tessera ${address} --header "Authorization: Bearer ${token}"`,
  },
  {
    id: "vs-code",
    name: "VS Code",
    where: "Choose “MCP: Open User Configuration” in the command palette, and add this to the file.",
    language: "json",
    code: (url, token) => json({ servers: { tessera: { type: "http", url, headers: headers(token) } } }),
  },
  {
    id: "cursor",
    name: "Cursor",
    where: "Add this to the file .cursor/mcp.json in your home folder.",
    language: "json",
    code: (url, token) => json({ mcpServers: { tessera: { url, headers: headers(token) } } }),
  },
  {
    id: "claude-desktop",
    name: "Claude Desktop",
    where: "Choose Settings, Developer, Edit Config, and add this to the file. It needs Node.js.",
    language: "json",
    // Its file takes programs of this computer alone; this one passes messages on. A blank within the argument is lost.
    code: (address, token) =>
      json({
        mcpServers: {
          tessera: {
            command: "npx",
            args: ["-y", "mcp-remote", address, "--header", "Authorization:$" + "{TESSERA}"],
            env: { TESSERA: `Bearer ${token}` },
          },
        },
      }),
  },
];
