import type { SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import type { RouteObject } from "@tessera/router";
import { activeSubscription, renderInShell } from "@tessera/shell-api/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import remote from "../routes.tsx";
import { BillingServer, onStudio, refusal, without } from "../testing/billing-server.ts";
import { SuccessPage } from "./success-page.tsx";

const server = new BillingServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

const inactive: SubscriptionCheck = {
  ...activeSubscription,
  billingStatus: "inactive",
  status: "none",
  planId: null,
  currentPeriodEnd: null,
};

/** Opens a page of the remote; the subscription check answers `checks` one after another, the last one forever. */
const open = (
  path: string,
  answers: Record<string, unknown> = {},
  checks: SubscriptionCheck[] = [activeSubscription],
  saved?: string,
) => {
  server.reset(answers);
  let asked = 0;
  const routes: RouteObject[] = [
    { path: "billing/success", element: <SuccessPage pauses={[1, 1, 1]} /> },
    ...remote,
    { path: "items/:type", element: <p>The items</p> },
  ];
  const view = renderInShell(routes, {
    path,
    http: server.http,
    saved,
    billing: {
      get: () => null,
      subscribe: () => () => {},
      refresh: async () => checks[Math.min(asked++, checks.length - 1)]!,
    },
  });
  return { person: userEvent.setup(), asked: () => asked, ...view };
};

describe("success", () => {
  it("confirms the payment, says that the plan is active and offers the items [route.billing-success]", async () => {
    const { person } = open("/billing/success?session_id=cs_1", {
      "POST /api/billing/confirm": onStudio,
      "GET /api/billing/overview": onStudio,
    });
    expect(await screen.findByRole("heading", { name: "Studio is active" })).toBeVisible();
    expect(server.sent("POST /api/billing/confirm")[0]?.body).toEqual({ sessionId: "cs_1" });
    await person.click(screen.getByRole("button", { name: "Open items" }));
    expect(await screen.findByText("The items")).toBeVisible();
  });

  it.each([
    ["as the address names it", "&from=%2Fitems%2Fnote", undefined],
    ["as the guard kept it", "", "/items/note"],
  ])("moves on to the page that was wanted, %s", async (_, search, saved) => {
    const { router, shell } = open(
      `/billing/success?session_id=cs_1${search}`,
      { "POST /api/billing/confirm": onStudio },
      undefined,
      saved,
    );
    expect(await screen.findByText("The items")).toBeVisible();
    expect(router.state.location.pathname).toBe("/items/note");
    expect(shell.shown[0]?.message).toBe("Your plan is active");
    expect(shell.savedPath.peek()).toBeNull();
  });

  it("waits while the payment is being processed, until it is active", async () => {
    const { asked } = open("/billing/success?session_id=cs_1", { "POST /api/billing/confirm": without }, [
      inactive,
      inactive,
      activeSubscription,
    ]);
    expect(await screen.findByRole("heading", { name: /is active/ })).toBeVisible();
    expect(asked()).toBe(3);
  });

  it("stops waiting after a bounded time, and looks again when asked", async () => {
    const { person } = open("/billing/success?session_id=cs_1", { "POST /api/billing/confirm": without }, [inactive]);
    expect(await screen.findByRole("heading", { name: "The payment is still being processed" })).toBeVisible();
    server.answers["POST /api/billing/confirm"] = onStudio;
    await person.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByRole("heading", { name: /is active/ })).toBeVisible();
  });

  it("grants nothing to someone else's payment", async () => {
    open(
      "/billing/success?session_id=cs_2",
      { "POST /api/billing/confirm": refusal(404, "checkout_not_found", "No such payment.") },
      [inactive],
    );
    expect(await screen.findByRole("heading", { name: "No payment of yours belongs to this page" })).toBeVisible();
    expect(screen.getByText(/another account/)).toBeVisible();
  });

  it("says what to do when the address names no payment, and asks the server nothing about one", async () => {
    const { person } = open("/billing/success", {}, [inactive]);
    await person.click(await screen.findByRole("button", { name: "Open billing" }));
    expect(await screen.findByRole("heading", { name: "Choose a plan" })).toBeVisible();
    expect(server.sent("POST /api/billing/confirm")).toHaveLength(0);
  });

  it("loses no payment when the server cannot be asked", async () => {
    const { person } = open("/billing/success?session_id=cs_1", {
      "POST /api/billing/confirm": refusal(502, "payments_unreachable", "The payment provider does not answer."),
    });
    expect(
      await screen.findByText(/The payment provider does not answer\. A payment you made is not lost/),
    ).toBeVisible();
    server.answers["POST /api/billing/confirm"] = onStudio;
    await person.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByRole("heading", { name: /is active/ })).toBeVisible();
  });
});

it("says that nothing was charged, and leads back to the plans with the wanted page kept [route.billing-cancel]", async () => {
  const { person, router } = open("/billing/cancel?from=%2Fitems%2Finbox");
  expect(await screen.findByRole("heading", { name: "Nothing was charged" })).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Choose a plan" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/billing"));
  expect(router.state.location.search).toBe("?from=%2Fitems%2Finbox");
});
