import { apiExamples, curlOf } from "@tessera/contracts-items/api-examples.ts";

const HEAD = `# Public API

How people's own programs use an installation. The same commands, with the installation's address, are under Settings,
Save from anywhere. A test sends each of them to the running services (\`services/standalone/src/public-api.spec.ts\`).

## Tokens

A person makes a token under Settings, API tokens, chooses what it may do and for how long, and sends it with each
request: \`Authorization: Bearer tessera_pat_…\`. It is shown once and kept as a hash. It no longer counts once it has
expired or was revoked, after a change of the password or signing out everywhere, or while the account is banned.

| scope | opens |
|---|---|
| \`cards:read\` | listing, searching and reading cards, their files, tags and earlier texts |
| \`cards:write\` | adding and changing cards, also many at once, shares and files; moving them to the trash |
| \`queue:read\` | what waits in the queue, and jobs |
| \`queue:write\` | deciding entries of the queue, also what agents ask |
| \`transactions:read\` | transactions, what they add up to, and summaries |
| \`transcripts:read\` | recordings and what is said in them |

A token may be limited to cards of some types, with one of some tags (\`types\` and \`tags\` where it is made). Other
cards answer 404, lists and counts leave them out, and a card that is made or changed into one of them is refused: 403
\`api_token_cards\`. Row-level security decides, so it holds for every operation and for assistants.

No token reaches the account, settings, billing, imports, exports, live streams, agents or administration; the table in
\`services/standalone/src/public-api.spec.ts\` has every operation with its scope, or the reason why it takes no token.
Live streams take none because a stream would outlive what is decided for each request: whether the token still counts,
and which cards it reaches. \`/realtime/v1\` answers 403 and says so; the others 403 \`api_token_not_accepted\`. To
follow changes, ask for the list again with \`sort=updated\`.
The person's plan counts as in pages. Each operation's scope stands in \`/api/<area>/openapi.json\`, which installations
serve outside of production.

## Assistants

Claude, VS Code, Cursor and other programs that speak the Model Context Protocol connect to \`/api/mcp\` (Streamable
HTTP) with the same header; Settings, API tokens shows what each program is given. They are offered the tools that the
token's scopes open: those of cards, and what other areas offer (\`list_transactions\`, \`read_transcript\`,
\`list_entries\`, \`decide_entries\`). Of cards nothing is deleted, files cannot be added, and each answer says which
texts others than the person may have written.

Programs that are given no token find where their person signs in: the refusal of \`/api/mcp\` names
\`/.well-known/oauth-protected-resource/api/mcp\` (RFC 9728). With \`tessera:read\` they read, with \`tessera:write\`
they do what writes as well, with cards alone. They register by themselves where the installation sets
\`IDENTITY_OAUTH_REGISTRATION\`.

## Terminal

\`TESSERA_URL=https://tessera.example TESSERA_TOKEN=… npm run -s terminal -- items ls task --json\` runs the commands of
the page Terminal from the repository, one line, or a script from standard input; \`--help\` says more.

## What holds for every request

- JSON in UTF-8. Errors are problem details (RFC 9457): \`code\` says what happened, \`detail\` what to do;
  [errors.md](errors.md) lists them.
- 401 \`api_token_invalid\`: unknown, expired or revoked. 403 \`api_token_scope\`: the token lacks the scope that the
  answer names. 403 \`api_token_not_accepted\`: no token opens this address. 402: the plan does not.
- 429: wait as many seconds as \`Retry-After\` says. A person's programs share their limits ([limits.md](limits.md)).
- Lists are read by \`cursor\`: \`nextCursor\` of the page before, null on the last one.
- \`Idempotency-Key\` with a POST: the same key and body within a day do nothing twice.
- \`If-Match\` with a PATCH or DELETE: the version that was read, or \`*\`.

## Requests

The token is in \`TESSERA_TOKEN\`; \`$ID\`, \`$VERSION\` and \`$CURSOR\` stand for what an earlier answer said.
`;

/** The page of the public API, written from the examples that pages show and a test sends. */
export const publicApiPage = (): string =>
  `${HEAD}${apiExamples
    .map(
      (example) => `
### ${example.title}

\`${example.scope}\`. ${example.answer}

\`\`\`sh
${curlOf(example, "https://tessera.example")}
\`\`\`
`,
    )
    .join("")}`;
