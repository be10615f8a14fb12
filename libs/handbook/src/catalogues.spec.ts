import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { cataloguePages } from "./catalogues.ts";
import { ROOT } from "./root.ts";

const pages = await cataloguePages();

test.each(Object.entries(pages))("%s lists what the contracts define (else: npm run handbook)", (name, text) => {
  expect(readFileSync(join(ROOT, "libs/handbook", name), "utf8")).toBe(text);
});

test("the pages name codes and topics with what they mean", () => {
  expect(pages["errors.md"]).toContain("| `item_not_found` | 404 | This item does not exist, or it is not yours. |");
  expect(pages["errors.md"]).toContain("| `invalid_credentials` | 400 | The email or the password is wrong. |");
  expect(pages["events.md"]).toContain("## identity.user-deleted\n\nAn account was deleted for good.");
  expect(pages["events.md"]).toContain("| `itemId` | uuid or null | `null` |");
});
