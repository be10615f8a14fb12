import { jest } from "@jest/globals";
import { NO_PLAN, personalKey } from "@tessera/federation/page.ts";
import { testUser } from "@tessera/shell-api/testing";
import { screen, waitFor } from "@testing-library/react";
import { active, answerWith, clearCookies, inactive, rule, startShell, storeSession } from "../testing/start-shell.tsx";

const page = (text: string) => ({ Component: () => <p>{text}</p> });
const pages = {
  rules: [
    rule("/items/:type", { title: "Items" }),
    rule("/billing", { title: "Billing" }),
    rule("/queue", { title: "Queue" }),
    rule("/raw", { layout: "raw", session: false }),
    rule("/old", { redirect: "/queue" }),
    rule("/shop", { redirect: "https://shop.example/a", session: false }),
  ],
  routes: [
    {
      path: "items/:type",
      ...page("The list"),
      loader: ({ params, request }: { params: { type?: string }; request: Request }) => {
        if (params.type === "nonsense")
          throw new Response(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
        return null;
      },
    },
    { path: "billing", ...page("The plans") },
    { path: "queue", ...page("The queue") },
    { path: "raw", ...page("Raw page") },
  ],
};

beforeEach(() => {
  clearCookies();
  localStorage.clear();
  answerWith({ "/api/stripe/check-subscription": active });
});
afterEach(() => jest.restoreAllMocks());

it("says at the addresses of an app that is switched off that it is, and why; others are as ever", async () => {
  storeSession();
  const off = [
    { name: "items", title: "Items", reason: "Cards are being lost. Back by noon.", paths: ["/shelf/:type/:id?"] },
  ];
  const { router } = startShell("/shelf/inbox", { ...pages, off });
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Items is switched offCards are being lost. Back by noon.",
  );
  expect(document.title).toBe("Items");
  expect(screen.getByRole("navigation", { name: "Areas" })).toBeVisible();
  await router.navigate("/queue");
  expect(await screen.findByText("The queue")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

describe("layouts", () => {
  it("shows the front page with nothing around it [layout.blank] [route.index]", async () => {
    startShell("/", pages);
    expect(await screen.findByRole("heading", { name: /Everything you keep/ })).toBeVisible();
    expect(document.querySelector("main")).toHaveAttribute("data-layout", "blank");
    expect(screen.queryByRole("navigation", { name: "Areas" })).toBeNull();
  });

  it("shows sign-in as one card on the mosaic [layout.centered] [route.login]", async () => {
    startShell("/login", pages);
    expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Tessera" })).toBeVisible();
    expect(screen.queryByRole("navigation", { name: "Areas" })).toBeNull();
  });

  it("puts a page between bar and rail by default [layout.default]", async () => {
    storeSession();
    startShell("/queue", pages);
    expect(await screen.findByText("The queue")).toBeVisible();
    expect(screen.getByRole("navigation", { name: "Areas" })).toBeVisible();
    expect(screen.getByRole("button", { name: /Search, or jump to a page/ })).toBeVisible();
    expect(document.title).toBe("Queue");
  });

  it("shows a raw page without any frame [layout.raw]", async () => {
    startShell("/raw", pages);
    expect(await screen.findByText("Raw page")).toBeVisible();
    expect(document.querySelector("main, nav, header")).toBeNull();
  });
});

describe("addresses", () => {
  it("says which path has no page [route.not-found] [shell.error-404]", async () => {
    storeSession();
    startShell("/nowhere/at/all", pages);
    expect(await screen.findByRole("heading", { name: "Page Not Found" })).toBeVisible();
    expect(screen.getByText("Page not found: /nowhere/at/all")).toBeVisible();
  });

  it("shows the not-found view when a route refuses its parameters [route.validation-failure]", async () => {
    storeSession();
    startShell("/items/nonsense", pages);
    expect(await screen.findByRole("heading", { name: "Page Not Found" })).toBeVisible();
    expect(screen.getByText("Page Not Found: /items/nonsense")).toBeVisible();
  });

  it("follows a redirect of a route rule [route.rule-redirect]", async () => {
    storeSession();
    const { router } = startShell("/old", pages);
    expect(await screen.findByText("The queue")).toBeVisible();
    expect(router.state.location.pathname).toBe("/queue");
  });

  it("leaves the product for an external redirect [route.external-redirect]", async () => {
    const { left } = startShell("/shop", pages);
    await waitFor(() => expect(left).toEqual(["https://shop.example/a"]));
  });
});

describe("route guard", () => {
  it("sends a visitor without a session to sign in, and keeps where they wanted to go [guard.to-login] [guard.saved-path]", async () => {
    const { router } = startShell("/queue?state=open", pages);
    expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
    expect(router.state.location.pathname).toBe("/login");
    expect(document.cookie).toContain(`tessera-auth-redirect-path=${encodeURIComponent("/queue?state=open")}`);
  });

  it("lets sign-in and the callback pass whatever the lists say [guard.exempt]", async () => {
    const { router } = startShell("/login", {
      ...pages,
      config: { guard: { enabled: true, include: ["/login", "/confirm"], exclude: [] } },
    });
    expect(await screen.findByRole("heading", { name: "Sign in" })).toBeVisible();
    await router.navigate("/confirm");
    expect(router.state.location.pathname).toBe("/confirm");
  });
});

describe("billing guard", () => {
  it("asks before a path with /items and lets an active subscription pass [billing.before-items] [billing.active]", async () => {
    storeSession();
    const order: string[] = [];
    answerWith({
      "/api/stripe/check-subscription": () => {
        order.push("check");
        return active();
      },
    });
    const [list, ...rest] = pages.routes;
    startShell("/items/inbox", { ...pages, routes: [{ ...list, loader: () => order.push("page") } as never, ...rest] });
    expect(await screen.findByText("The list")).toBeVisible();
    expect(order).toEqual(["check", "page"]);
  });

  it("does not ask before other paths", async () => {
    storeSession();
    const asked = answerWith({});
    startShell("/queue", pages);
    expect(await screen.findByText("The queue")).toBeVisible();
    expect(asked).not.toHaveBeenCalled();
  });

  it("sends everyone else to billing [billing.inactive]", async () => {
    storeSession();
    answerWith({ "/api/stripe/check-subscription": inactive });
    const { router } = startShell("/items/inbox", pages);
    expect(await screen.findByText("The plans")).toBeVisible();
    expect(router.state.location.pathname).toBe("/billing");
  });

  it("keeps for the next page that there is no plan, until there is one", async () => {
    storeSession();
    let answer = inactive;
    answerWith({ "/api/stripe/check-subscription": () => answer() });
    const { services } = startShell("/items/inbox", pages);
    expect(await screen.findByText("The plans")).toBeVisible();
    const kept = () => localStorage.getItem(personalKey(testUser.id, NO_PLAN));
    expect(kept()).not.toBeNull();
    answer = active;
    await services.billing.refresh();
    expect(kept()).toBeNull();
  });

  it("logs a failed check and sends to billing [billing.check-failure]", async () => {
    storeSession();
    const logged = jest.spyOn(console, "error").mockImplementation(() => {});
    answerWith({ "/api/stripe/check-subscription": () => Response.json({}, { status: 500 }) });
    startShell("/items/inbox", pages);
    expect(await screen.findByText("The plans")).toBeVisible();
    expect(logged).toHaveBeenCalledWith("Error checking authorization", expect.anything());
  });

  it("warns when nobody is signed in and asks nothing [billing.no-user]", async () => {
    const warned = jest.spyOn(console, "warn").mockImplementation(() => {});
    const asked = answerWith({});
    startShell("/items/inbox", { ...pages, config: { guard: { enabled: false, include: [], exclude: [] } } });
    expect(await screen.findByText("The list")).toBeVisible();
    expect(warned).toHaveBeenCalledWith("No authenticated user found");
    expect(asked).not.toHaveBeenCalled();
  });

  it("asks nothing of people of the internal domain [billing.internal-domain]", async () => {
    storeSession();
    const asked = answerWith({ "/api/stripe/check-subscription": inactive });
    startShell("/items/inbox", { ...pages, config: { internalDomain: "halvorsen.example" } });
    expect(await screen.findByText("The list")).toBeVisible();
    expect(asked).not.toHaveBeenCalled();
  });

  it("does not take a longer domain for the internal one", async () => {
    storeSession();
    answerWith({ "/api/stripe/check-subscription": inactive });
    startShell("/items/inbox", { ...pages, config: { internalDomain: "vorsen.example" } });
    expect(await screen.findByText("The plans")).toBeVisible();
  });
});
