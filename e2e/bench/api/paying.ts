import { randomUUID } from "node:crypto";
import { authenticate } from "./served.ts";

const CARD = { number: "4242424242424242", expiry: "12 / 40", cvc: "123", name: "Paying Person" };

/** Signs somebody up who needs a plan, and pays one in the sandbox. @returns their access token */
export async function payingPerson(url: string): Promise<string> {
  const { access_token: token } = await authenticate(url, "signup", "paying@example.com");
  const ask = async <T>(path: string, body: object): Promise<T> => {
    const answer = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const intent = { planId: "studio", interval: "month", attemptId: randomUUID() };
  const checkout = await ask<{ url: string }>("/api/billing/checkout", intent);
  const paid = await fetch(checkout.url, { method: "POST", body: new URLSearchParams(CARD), redirect: "manual" });
  const sessionId = new URL(paid.headers.get("location") ?? "", url).searchParams.get("session_id");
  const { status } = await ask<{ status: string }>("/api/billing/confirm", { sessionId });
  if (status !== "active") throw new Error(`The person who paid is ${status}`);
  return token;
}
