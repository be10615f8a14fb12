import { type Mode, modeOf, sentBefore, sentNow, stepOf } from "./flow.ts";
import { MESSAGE_INTERVAL } from "./sent-code.ts";

const address = { email: "ines@halvorsen.example" };
const now = 1_000_000;
const step = (mode: Mode, more: Partial<Parameters<typeof stepOf>[0]> = {}) =>
  stepOf({ needsSecondFactor: false, mode, sent: null, ...more });

describe("the sign-in page", () => {
  it("shows what its address names", () => {
    expect((["code", "forgot", "sso", "wallet"] as const).map((mode) => step(mode).kind)).toEqual([
      "ask-code",
      "forgot",
      "sso",
      "wallet",
    ]);
    expect(step("sign-up")).toEqual({ kind: "password", mode: "sign-up" });
    expect([null, "", "admin", "code"].map(modeOf)).toEqual(["sign-in", "sign-in", "sign-in", "code"]);
  });

  it("asks for a sent code in the mode it was sent in, and nowhere else", () => {
    const sent = sentNow("recovery", address, now);
    expect(step("forgot", { sent })).toEqual({ kind: "enter-code", sent });
    expect(step("sign-in", { sent })).toEqual({ kind: "password", mode: "sign-in" });
    expect(step("code", { sent: sentNow("sign-in", address, now) }).kind).toBe("enter-code");
    expect(step("sign-up", { sent: sentNow("sign-up", address, now) }).kind).toBe("enter-code");
  });

  it("asks for the second factor before anything else", () => {
    const sent = sentNow("sign-in", address, now);
    expect(step("code", { needsSecondFactor: true, sent })).toEqual({ kind: "second-factor" });
  });
});

describe("a code that was asked for again too soon", () => {
  const refused = (code: string, seconds: number) =>
    Object.assign(new Error(`You can only request this after ${seconds} seconds.`), { code });

  it("is the one of before, and may be asked for again when the service says", () => {
    expect(sentBefore(refused("over_email_send_rate_limit", 17), "sign-in", address, now)).toEqual({
      purpose: "sign-in",
      address,
      at: now + 17_000 - MESSAGE_INTERVAL,
      againAt: now + 17_000,
      wrongTries: 0,
    });
  });

  it("was not sent where the refusal is of another kind, or asks for a wait of hours", () => {
    expect(sentBefore(refused("over_request_rate_limit", 17), "sign-in", address, now)).toBeNull();
    expect(sentBefore(refused("over_sms_send_rate_limit", 3600), "sign-in", address, now)).toBeNull();
    expect(sentBefore(new TypeError("Failed to fetch"), "sign-in", address, now)).toBeNull();
  });
});
