/**
 * The code that the front page shows, as the product's highlighter colours it: the page has the colours, and needs no
 * highlighter. A test compares both (shell/src/pages/front-code.spec.ts).
 */
export const FRONT_CODE_LANGUAGE = "TypeScript";

/** How its pieces look: CSS colours. */
export const FRONT_CODE_LOOKS: readonly { color: string; italic?: boolean }[] = [
  { color: "#939AB7", italic: true },
  { color: "#C6A0F6" },
  { color: "#CAD3F5" },
  { color: "#8AADF4", italic: true },
  { color: "#A6DA95" },
  { color: "#939AB7" },
  { color: "#8BD5CA" },
  { color: "#F5A97F" },
];

/** Its lines, each piece with the number of its look. */
export const FRONT_CODE_LINES: readonly (readonly (readonly [text: string, look: number])[])[] = [
  [["// A script saves a link as a card.", 0]],
  [
    ["await", 1],
    [" ", 2],
    ["fetch", 3],
    ["(", 2],
    ["`", 4],
    ["${", 5],
    ["tessera", 2],
    ["}", 5],
    ["/api/items`", 4],
    [",", 5],
    [" ", 2],
    ["{", 5],
  ],
  [
    ["  method", 2],
    [":", 6],
    [" ", 2],
    ['"POST"', 4],
    [",", 5],
  ],
  [
    ["  headers", 2],
    [":", 6],
    [" ", 2],
    ["{", 5],
  ],
  [
    ["    authorization", 2],
    [":", 6],
    [" ", 2],
    ["`Bearer ", 4],
    ["${", 5],
    ["token", 2],
    ["}", 5],
    ["`", 4],
    [",", 5],
  ],
  [
    ["    ", 2],
    ['"content-type"', 4],
    [":", 6],
    [" ", 2],
    ['"application/json"', 4],
    [",", 5],
  ],
  [
    ["    ", 2],
    ['"idempotency-key"', 4],
    [":", 6],
    [" id", 2],
    [",", 5],
  ],
  [
    ["  ", 2],
    ["},", 5],
  ],
  [
    ["  body", 2],
    [":", 6],
    [" ", 2],
    ["JSON", 7],
    [".", 6],
    ["stringify", 3],
    ["(", 2],
    ["{", 5],
  ],
  [
    ["    type", 2],
    [":", 6],
    [" ", 2],
    ['"bookmark"', 4],
    [",", 5],
  ],
  [
    ["    data", 2],
    [":", 6],
    [" ", 2],
    ["{", 5],
    [" url ", 2],
    ["},", 5],
  ],
  [
    ["  ", 2],
    ["}", 5],
    [")", 2],
    [",", 5],
  ],
  [
    ["}", 5],
    [")", 2],
    [";", 5],
  ],
];
