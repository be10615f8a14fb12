import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { decisionsPage, readRecord, readRecords } from "./decisions.ts";
import { ROOT } from "./root.ts";

describe("decision records", () => {
  test("are all on the handbook's page (else: npm run handbook)", () => {
    const written = readFileSync(join(ROOT, "libs/handbook/decisions.md"), "utf8");
    expect(written).toBe(decisionsPage(readRecords(ROOT)));
  });

  test("state their part, number, title and status", () => {
    const text = "# 007: Keep the order\n\nAccepted, 2026-11-20.\n\n**Context.** Lists.\n";
    expect(readRecord("services/items/decisions/007-order.md", text)).toEqual({
      path: "services/items/decisions/007-order.md",
      part: "services/items",
      number: "007",
      title: "Keep the order",
      status: "Accepted, 2026-11-20.",
    });
  });

  test("without a status are refused by name", () => {
    const text = "# Keep the order\n\n**Context.** Lists.\n";
    expect(() => readRecord("services/items/decisions/007-order.md", text)).toThrow(/007-order\.md: .*status/);
  });
});
