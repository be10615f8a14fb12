import { createHash } from "node:crypto";
import type { Socket } from "node:net";

/** Clears the cookies that scripts see, the session's among them; those for the server alone are small. */
const SCRIPT = `document.querySelector("button").onclick=function(){document.cookie.split(";").forEach(function(pair){document.cookie=pair.split("=")[0].trim()+"=; Path=/; Max-Age=0"+(location.protocol==="https:"?"; Secure":"")});location.href="/"}`;
const STYLE =
  "body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;background:#f1f4f3;color:#1c1f1e}main{max-width:28rem;padding:2rem}button{padding:.5rem 1rem;border:0;border-radius:6px;font:inherit;font-weight:600;background:#0b766e;color:#fff}@media(prefers-color-scheme:dark){body{background:#161a19;color:#e8ecea}button{background:#4fb8ae;color:#0c1211}}";
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Too much to send</title><style>${STYLE}</style></head>
<body><main>
<h1>This browser keeps too much for this site</h1>
<p>It sends more cookies along than the server takes, so no page can be shown. Remove them, and sign in again.</p>
<button type="button">Sign out and start over</button>
</main><script>${SCRIPT}</script></body>
</html>
`;
const HEAD = [
  "HTTP/1.1 431 Request Header Fields Too Large",
  "Content-Type: text/html; charset=utf-8",
  `Content-Length: ${Buffer.byteLength(PAGE)}`,
  "Cache-Control: no-store",
  "X-Content-Type-Options: nosniff",
  `Content-Security-Policy: default-src 'none'; script-src ${hashOf(SCRIPT)}; style-src ${hashOf(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "Connection: close",
];

/**
 * Answers what cannot be read as a request. Where the headers are too large nothing of the product can be shown, so
 * this page can sign out: by a button, since a link that is too long leads here too.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  if (error.code === "HPE_HEADER_OVERFLOW") socket.end(`${HEAD.join("\r\n")}\r\n\r\n${PAGE}`);
  else {
    const status = error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "408 Request Timeout" : "400 Bad Request";
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }
}
