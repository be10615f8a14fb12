import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { Composition } from "../composition.ts";
import { Manifest } from "../manifest.ts";
import { TelemetryReport } from "../telemetry.ts";
import { Telemetry } from "./telemetry.ts";

const release = (app: string, id: string) => ({
  id,
  version: "1.0.0",
  base: `/assets/${app}/${id}/`,
  entry: "e.js",
  globalName: null,
  integrity: {},
});
const app = (name: string, id: string) => ({
  ...Manifest.parse({ name, title: name, routes: [] }),
  release: release(name, id),
});
const composition: Composition = {
  buildId: "0123456789abcdef",
  shell: app("shell", "1"),
  remotes: [{ ...app("items", "2"), stable: release("items", "1") }],
};
const sent: TelemetryReport[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  sent.length = 0;
  Object.assign(navigator, {
    sendBeacon: (path: string, body: string) => {
      expect(path).toBe("/api/releases/telemetry");
      sent.push(TelemetryReport.parse(JSON.parse(body)));
      return true;
    },
  });
});
afterEach(() => {
  jest.useRealTimers();
});

const telemetryOf = (sample = 1, chance = 0) => new Telemetry(composition, { page: "signed", sample }, chance);
const thrownIn = (...files: string[]) =>
  Object.assign(new Error("boom"), {
    stack: ["Error: boom", ...files.map((file) => `    at f (${location.origin}${file}:1:1)`)].join("\n"),
  });

describe("reports of a page", () => {
  it("are sent together, each metric of a release once", () => {
    const telemetry = telemetryOf();
    telemetry.report("items", "2", "load");
    telemetry.report("items", "2", "failure");
    telemetry.report("items", "2", "failure");
    expect(sent).toEqual([]);
    jest.advanceTimersByTime(2_000);
    expect(sent).toEqual([
      {
        page: "signed",
        measurements: [
          { app: "items", release: "2", metric: "load" },
          { app: "items", release: "2", metric: "failure" },
        ],
      },
    ]);
  });

  it("blame the release whose script an unhandled error comes from first, and nobody for one from elsewhere", () => {
    telemetryOf().start();
    dispatchEvent(new ErrorEvent("error", { error: thrownIn("/assets/items/1/a.js", "/assets/shell/1/app.js") }));
    dispatchEvent(new ErrorEvent("error", { error: thrownIn("/extension.js") }));
    jest.advanceTimersByTime(2_000);
    expect(sent.flatMap(({ measurements }) => measurements)).toEqual([
      { app: "shell", release: "1", metric: "load" },
      { app: "items", release: "1", metric: "error" },
    ]);
  });

  it("are of the release that an app runs, its stable one once that took the other's place", () => {
    const telemetry = telemetryOf();
    telemetry.reportOf("items", "drawn");
    telemetry.runs("items", "1");
    telemetry.reportOf("items", "drawn");
    telemetry.reportOf("nothing", "drawn");
    jest.advanceTimersByTime(2_000);
    expect(sent.flatMap(({ measurements }) => measurements)).toEqual([
      { app: "items", release: "2", metric: "drawn" },
      { app: "items", release: "1", metric: "drawn" },
    ]);
  });

  it("of what a boundary of the shell caught blame the script that threw it, and the shell when nothing tells", () => {
    const telemetry = telemetryOf();
    telemetry.caught("shell", thrownIn("/assets/items/2/dialog.js", "/assets/shell/1/app.js"));
    telemetry.caught("shell", new Error("from nowhere"));
    telemetry.runs("items", "1");
    telemetry.caught("items", thrownIn("/assets/shell/1/app.js"));
    jest.advanceTimersByTime(2_000);
    expect(sent.flatMap(({ measurements }) => measurements)).toEqual([
      { app: "items", release: "2", metric: "error" },
      { app: "shell", release: "1", metric: "error" },
      { app: "items", release: "1", metric: "error" },
    ]);
  });

  it("are not made by pages outside of the sample", () => {
    const telemetry = telemetryOf(0.5, 0.5);
    telemetry.start();
    telemetry.report("items", "2", "load");
    jest.advanceTimersByTime(10_000);
    expect(sent).toEqual([]);
  });
});
