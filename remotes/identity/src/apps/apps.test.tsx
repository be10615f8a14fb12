import { renderInShell, showDialog } from "@tessera/shell-api/testing";
import { windowWidth } from "@tessera/testing/window-width.ts";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type App, accessWords, linesOf } from "./apps-api.ts";
import AppsPage from "./apps-page.tsx";

beforeEach(() => windowWidth(1440));

const app = (n: number, fields: Partial<App> = {}): App => ({
  client_id: `0000000${n}-0000-4000-8000-000000000000`,
  client_name: `Reader ${n}`,
  client_type: "confidential",
  registration_type: "manual",
  redirect_uris: [`https://reader${n}.example/callback`],
  created_at: "2026-11-01T09:00:00Z",
  ...fields,
});
const ADDRESS = "/auth/v1/admin/oauth/clients";

type Routes = NonNullable<Parameters<typeof renderInShell>[1]>["routes"];
function open(clients: App[], routes: Routes = {}) {
  const shown = renderInShell(<AppsPage />, {
    path: "/settings/connected-apps",
    routes: {
      [`GET ${ADDRESS}`]: () => Response.json({ clients }, { headers: { "x-total-count": String(clients.length) } }),
      ...routes,
    },
  });
  const written = () => shown.shell.requests.filter(({ method }) => method !== "GET");
  return { ...shown, written, person: userEvent.setup() };
}
type Opened = ReturnType<typeof open>;

async function choose({ person }: Opened, name: string) {
  await person.click(await screen.findByRole("button", { name: "More for Reader 1" }));
  await person.click(await screen.findByRole("menuitem", { name }));
}

describe("apps", () => {
  it("are listed with what they may ask for, where their answers go, and who registered them", async () => {
    open([app(1), app(2, { scope: "openid tessera:read", registration_type: "dynamic" })]);
    const [one, two] = await screen.findAllByRole("listitem");
    expect(one).toHaveTextContent("May ask to read and change cards");
    expect(one).toHaveTextContent("https://reader1.example/callback");
    expect(two).toHaveTextContent("Registered itself");
    expect(two).toHaveTextContent("May ask to read cards");
  });

  it("are added, and their secret is shown once, until it is saved", async () => {
    const opened = open([], { [`POST ${ADDRESS}`]: app(1, { client_secret: "s3cret" }) });
    await opened.person.click((await screen.findAllByRole("button", { name: "Add an app" }))[0]!);
    const dialog = await showDialog(opened.shell);
    expect(dialog.in.getByRole("button", { name: "Add" })).toHaveAttribute("aria-disabled", "true");
    await opened.person.type(dialog.in.getByLabelText("Name"), "Reader 1");
    await opened.person.type(
      dialog.in.getByLabelText("Redirect addresses"),
      "https://reader1.example/callback{Enter}app://back",
    );
    await opened.person.click(dialog.in.getByRole("button", { name: "Add" }));
    await waitFor(() => expect(opened.written()).toHaveLength(1));
    expect(opened.written()[0]).toMatchObject({
      method: "POST",
      path: ADDRESS,
      body: {
        client_name: "Reader 1",
        redirect_uris: ["https://reader1.example/callback", "app://back"],
        token_endpoint_auth_method: "client_secret_basic",
        scope: "openid profile email offline_access",
      },
    });
    const credentials = await showDialog(opened.shell, 2);
    expect(credentials.options.persistent).toBe(true);
    expect(credentials.in.getByText("s3cret")).toBeVisible();
    expect(credentials.in.getByRole("button", { name: "Done" })).toHaveAttribute("aria-disabled", "true");
    await opened.person.click(credentials.in.getByLabelText("I have saved it"));
    expect(credentials.in.getByRole("button", { name: "Done" })).not.toHaveAttribute("aria-disabled", "true");
  });

  it("stay in their dialog with the reason when the service refuses them", async () => {
    const opened = open([app(1)], {
      [`PUT ${ADDRESS}/${app(1).client_id}`]: () =>
        Response.json({ code: "validation_failed", message: "Invalid redirect_uris" }, { status: 400 }),
    });
    await choose(opened, "Redirect addresses…");
    const dialog = await showDialog(opened.shell);
    await opened.person.type(dialog.in.getByLabelText("Redirect addresses"), "{Enter}nonsense");
    await opened.person.click(dialog.in.getByRole("button", { name: "Save" }));
    expect(await dialog.in.findByText(/Invalid redirect_uris/)).toBeVisible();
    expect(opened.written()[0]).toMatchObject({
      body: { redirect_uris: ["https://reader1.example/callback", "nonsense"] },
    });
  });

  it("get a new secret, and are removed, after asking", async () => {
    const path = `${ADDRESS}/${app(1).client_id}`;
    const opened = open([app(1)], {
      [`POST ${path}/regenerate_secret`]: app(1, { client_secret: "n3w" }),
      [`DELETE ${path}`]: () => new Response(null, { status: 204 }),
    });
    await choose(opened, "New secret…");
    const sure = await showDialog(opened.shell);
    expect(opened.written()).toEqual([]);
    await opened.person.click(sure.in.getByRole("button", { name: "Make a new secret" }));
    expect((await showDialog(opened.shell, 2)).in.getByText("n3w")).toBeVisible();
    await choose(opened, "Remove…");
    const remove = await showDialog(opened.shell, 3);
    expect(remove.options.title).toBe("Remove Reader 1?");
    await opened.person.click(remove.in.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(opened.written().map(({ method }) => method)).toEqual(["POST", "DELETE"]));
  });

  it("have no secret to renew where they are public", async () => {
    const opened = open([app(1, { client_type: "public" })]);
    await opened.person.click(await screen.findByRole("button", { name: "More for Reader 1" }));
    expect(await screen.findByRole("menuitem", { name: "Remove…" })).toBeVisible();
    expect(screen.queryByRole("menuitem", { name: "New secret…" })).toBeNull();
  });
});

it("may ask for everything where nothing is said, and for what is said", () => {
  expect(accessWords({})).toBe("May ask to read and change cards");
  expect(accessWords({ scope: "openid email" })).toBe("May ask to sign people in");
  expect(linesOf(" one \n\n two")).toEqual(["one", "two"]);
});
