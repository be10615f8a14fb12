import { PREVIEW_PATH } from "@tessera/federation/previews.ts";
import type { PreviewRow } from "./preview.store.ts";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** No script, no frame around it: nobody is led to press its button unseen. */
export const PREVIEW_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Asks before a browser sees a preview. @param to path of the product to move on to */
export function previewPage(
  { app, version, number, branch, expiresAt }: PreviewRow,
  token: string,
  to: string,
): string {
  const action = `${PREVIEW_PATH}?token=${encodeURIComponent(token)}&to=${encodeURIComponent(to)}`;
  const from = branch === null ? "" : ` of the branch ${escaped(branch)}`;
  const until = new Date(expiresAt).toISOString();
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Preview of ${escaped(app)}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; display: grid; min-height: 100vh; place-items: center }
main { max-width: 28rem; padding: 1.5rem }
h1 { font-size: 1.25rem; margin: 0 0 .5rem }
form { display: flex; flex-wrap: wrap; align-items: center; gap: 1rem; margin-top: 1.5rem }
button { font: inherit; min-height: 44px; padding: 0 1.25rem; cursor: pointer }
</style></head>
<body>
<main>
<h1>See a preview of ${escaped(app)}?</h1>
<p>Release <b>${escaped(version)} #${number}</b>${from} may not be what everybody has. Only this browser shows it, with your
own data, until you leave it or <time datetime="${until}">${until.slice(0, 16).replace("T", " ")} UTC</time>.</p>
<p>Continue only if you expected this link.</p>
<form method="post" enctype="text/plain" action="${escaped(action)}">
<button type="submit">See the preview</button>
<a href="/">No, open the product as it is</a>
</form>
</main>
</body>
</html>`;
}
