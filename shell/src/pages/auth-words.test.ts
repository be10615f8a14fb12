import { AuthApiError, AuthRetryableFetchError, AuthSessionMissingError } from "@supabase/supabase-js";
import "./all-auth-words.ts";
import { authSentence, secondsToWait } from "./auth-words.ts";

describe("words for errors", () => {
  it("say how long to wait, when the service does", () => {
    const refused = new AuthApiError(
      "For security purposes, you can only request this after 42 seconds.",
      429,
      "over_email_send_rate_limit",
    );
    expect(secondsToWait(refused)).toBe(42);
    expect(authSentence(refused)).toBe("Too many attempts. Try again in 42 seconds.");
    const long = new AuthApiError("Too many attempts. Try again in 240 seconds.", 429, "over_request_rate_limit");
    expect(authSentence(long)).toBe("Too many attempts. Try again in 4 minutes.");
    expect(authSentence(new AuthApiError("slow down", 429, undefined))).toMatch(/Wait a minute/);
  });

  it("say the same of an unknown address and of a wrong password", () => {
    const wrong = authSentence(new AuthApiError("Invalid login credentials", 400, "invalid_credentials"));
    expect(wrong).toBe("The email or the password is wrong.");
  });

  it("do not blame the person for a server that cannot be reached", () => {
    expect(authSentence(new AuthRetryableFetchError("fetch failed", 0))).toMatch(/cannot be reached/);
    expect(authSentence(new AuthSessionMissingError())).toMatch(/Sign in again/);
  });

  it("keep the service's own reason against a password", () => {
    const weak = new AuthApiError("This password is one of the most common ones.", 422, "weak_password");
    expect(authSentence(weak)).toBe("This password is one of the most common ones.");
  });
});
