import { agentsClient } from "@tessera/contracts-agents/client.ts";
import {
  BAD_CLIENT,
  SESSION_OVER,
  TERMINAL_PATH,
  TERMINAL_PROTOCOL,
  type TerminalMessage,
  ticketProtocol,
} from "@tessera/contracts-agents/terminal.ts";
import type { TerminalRequest } from "@tessera/contracts-agents/terminal-requests.ts";
import { itemsClient } from "@tessera/contracts-items/client.ts";
import { entryOpened } from "@tessera/contracts-queue/events.ts";
import { agentsService } from "@tessera/service-agents";
import { billingService } from "@tessera/service-billing";
import { identityService } from "@tessera/service-identity";
import { itemsService } from "@tessera/service-items";
import { Events } from "@tessera/service-kit";
import { queueService } from "@tessera/service-queue";
import { type ModelServer, startModelServer } from "@tessera/testing/model-server.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import { WebSocket } from "ws";

/** Needs no plan. */
const DOMAIN = "tessera.example";

let world: World;
let models: ModelServer;
const open: WebSocket[] = [];
beforeAll(async () => {
  models = await startModelServer();
  world = await startServices([itemsService, queueService, billingService, agentsService], {
    environment: { INTERNAL_EMAIL_DOMAIN: DOMAIN },
  });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
  models.release();
  Object.assign(models, { answers: [], asked: [] });
});
afterAll(async () => {
  await world.stop();
  await models.stop();
});

async function person(domain = DOMAIN) {
  const userId = crypto.randomUUID();
  const email = `${userId}@${domain}`;
  const token = await world.token({ userId, email });
  const transport = world.client(token);
  return { userId, email, token, items: itemsClient(transport), agents: agentsClient(transport) };
}
const address = () => world.url.replace("http", "ws") + TERMINAL_PATH;

/** A terminal as a page opens it. */
async function terminal({ agents }: Pick<Awaited<ReturnType<typeof person>>, "agents">) {
  const { ticket } = await agents.terminalTicket();
  return connected(new WebSocket(address(), [TERMINAL_PROTOCOL, ticketProtocol(ticket)]));
}

async function connected(socket: WebSocket) {
  open.push(socket);
  const got: TerminalMessage[] = [];
  socket.on("message", (data: Buffer) => got.push(JSON.parse(String(data))));
  const closed = new Promise<number>((done) => socket.once("close", done));
  await new Promise<void>((ready, failed) => {
    socket.once("open", ready);
    socket.once("error", failed);
  });
  const send = (request: TerminalRequest) => socket.send(JSON.stringify(request));
  let lastId = 0;
  const begin = (line: string) => {
    lastId += 1;
    send({ type: "run", id: lastId, line });
    return lastId;
  };
  const printed = (id: number) =>
    got
      .flatMap((message) => (message.type === "lines" && message.id === id ? message.lines : []))
      .map((line) => line.map(({ text }) => text).join(""));
  const ended = (id: number) =>
    until("the end of the command", () => got.find((message) => message.type === "end" && message.id === id), {
      state: () => got,
    });
  /** What a line prints. */
  const run = async (line: string) => {
    const id = begin(line);
    await ended(id);
    return printed(id);
  };
  return { socket, got, closed, send, begin, printed, ended, run };
}

async function refused(headers: Record<string, string>, protocols: string[] = []) {
  const socket = new WebSocket(address(), protocols, { headers });
  socket.on("error", () => undefined);
  return new Promise<number | undefined>((done) => {
    socket.once("unexpected-response", (_, { statusCode }) => done(statusCode));
    socket.once("open", () => done(101));
    open.push(socket);
  });
}

describe("commands", () => {
  it("make, list, show, search and settle cards, with filters behind a bar and as JSON", async () => {
    const somebody = await person();
    const { run } = await terminal(somebody);
    expect(await run('items new "Buy milk" --type task --tag home')).toEqual([expect.stringMatching(/^Made Buy milk/)]);
    await run('items new "Buy bread" --type task');
    await run('items new "A thought" --text "with milk in it"');
    const list = await run("items ls task --sort title");
    expect(list).toEqual([
      expect.stringContaining("1  task       Buy bread"),
      expect.stringContaining("Buy milk #home"),
    ]);
    expect(await run("items ls all | grep MILK | count")).toEqual(["1"]);
    expect(await run("items ls task --json | head 1 | grep bread | count")).toHaveLength(1);
    const [json] = await run("search milk tag:home --json");
    expect(JSON.parse(json!)).toMatchObject({ type: "task", title: "Buy milk", tags: ["home"] });
    expect(await run("items ls all | sort -r | tail 1")).toHaveLength(1);
    await run("items ls inbox --sort title");
    expect((await run("items show 1")).join("\n")).toContain("with milk in it");
    await run("items ls task --sort title");
    expect(await run("items done 1")).toEqual([expect.stringMatching(/^Done: /)]);
    const { items } = await somebody.items.list({ type: "task", sort: "title" });
    expect(items.map(({ title, status }) => [title, status])).toEqual([
      ["Buy bread", "done"],
      ["Buy milk", "inbox"],
    ]);
  });

  it("act with the rights of their person alone", async () => {
    const [one, other] = [await person(), await person()];
    const card = await one.items.create({ title: "Mine" }, crypto.randomUUID());
    const { run } = await terminal(other);
    expect(await run("items ls all")).toEqual(["There are no cards here."]);
    expect((await run(`items show ${card.id}`)).join()).not.toContain("Mine");
    await run(`items archive ${card.id}`);
    expect((await one.items.get(card.id)).status).toBe("inbox");
    expect(await run("whoami")).toEqual([other.email, expect.any(String)]);
  });

  it("print what cards say without a character that a terminal obeys", async () => {
    const somebody = await person();
    const title = "\u001b]0;owned\u0007\u001b[2JHarmless\u202e";
    await somebody.items.create({ title, body: "one\u001b[31m\ntwo\u009b2J" }, crypto.randomUUID());
    const { run, got } = await terminal(somebody);
    for (const line of ["items ls all", "items ls all --json", "items show 1", "search harmless"])
      expect((await run(line)).join("\n")).toContain("Harmless");
    const texts = got
      .flatMap((message) => (message.type === "lines" ? message.lines.flat() : []))
      .map(({ text }) => text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
    expect(texts.filter((text) => /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/.test(text))).toEqual([]);
  });

  it("list the queue and decide", async () => {
    const somebody = await person();
    const events = world.application.nest.get(Events);
    await world.database.system((tx) =>
      events.publish(tx, entryOpened, {
        ...{ userId: somebody.userId, key: "one", kind: "welcome", title: "Look here", line: "A line" },
        ...{ path: "/queue", itemId: null, jobId: null },
      }),
    );
    await world.jobsIdle();
    const { run } = await terminal(somebody);
    const list = await run("queue ls");
    const at = list.findIndex((line) => line.includes("Look here"));
    expect(await run(`queue approve ${at + 1}`)).toEqual(["Accepted: Look here"]);
    expect((await run("queue ls --state settled")).join()).toContain("Look here");
    expect((await run("queue ls")).join()).not.toContain("Look here");
  });

  it("say in plain words what is wrong, with what was probably meant; nothing is done", async () => {
    const somebody = await person();
    const { run } = await terminal(somebody);
    expect(await run("itmes ls")).toEqual(["There is no command “itmes”. Did you mean “items”?"]);
    expect(await run("items lss")).toEqual(["There is no command “items lss”. Did you mean “ls”?"]);
    expect(await run("items ls taks")).toEqual(["There is no list “taks”. Did you mean “task”?"]);
    expect(await run("items ls --tga x")).toEqual(["“items ls” has no option “--tga”. Did you mean “--tag”?"]);
    expect(await run("items ls | gerp x")).toEqual(["“gerp” cannot stand behind a bar. Did you mean “grep”?"]);
    expect(await run('items new "Never | gerp')).toEqual(['The quotation mark " is not closed.']);
    expect(await run("items new Never | gerp")).toEqual([expect.stringContaining("cannot stand behind a bar")]);
    expect(await run("search tga:x")).toEqual([expect.stringContaining("Did you mean “tag:”?")]);
    for (const line of ["ls /etc", "cat /etc/passwd", "sh -c id", "$(id)", "`id`", "../../bin/sh"])
      expect((await run(line)).join()).toMatch(/There is no (command|list) /);
    expect((await somebody.items.list({})).total).toBe(0);
  });

  it("print help for every command, and the usage of a month", async () => {
    const { run } = await terminal(await person());
    const names = (await run("help --json")).map((line) => JSON.parse(line).name as string);
    for (const name of ["items ls", "items show", "items new", "search", "queue ls", "run", "usage", "grep", "history"])
      expect(names).toContain(name);
    for (const name of names) expect((await run(`help ${name}`)).length).toBeGreaterThan(1);
    expect((await run("usage")).join("\n")).toContain("Cards");
    expect(await run("usage 2026-13")).toEqual([expect.stringContaining("takes a month")]);
  });

  it("follow a run to its end; a stop leaves it, and it continues", async () => {
    const somebody = await person();
    const { agents } = somebody;
    const provider = await agents.createProvider(
      { name: "Local", kind: "openai-compatible", baseUrl: models.url },
      crypto.randomUUID(),
    );
    await agents.checkProvider(provider.id);
    const { items } = await agents.models();
    const agent = await agents.createAgent(
      {
        ...{ name: "Clerk", icon: "bot", instructions: "", modelId: items[0]!.id, fallbackModelId: null },
        ...{ temperature: null, maxOutputTokens: 100, dayLimitMicros: null, monthLimitMicros: null },
        tools: { ask_person: "allow" },
      },
      crypto.randomUUID(),
    );
    const { run, begin, printed, send, ended } = await terminal(somebody);
    models.answers = [{ pieces: ["All ", "done."] }];
    expect((await run('run Clerk "Do it"')).at(-1)).toBe("All done.");
    models.answers = [{ toolCalls: [{ name: "ask_person", arguments: { question: "Which one?" } }] }];
    const id = begin('run clerk "Ask me"');
    await until("the question", () => printed(id).some((line) => line.includes("It waits for you")));
    send({ type: "stop", id });
    await ended(id);
    expect(printed(id).at(-1)).toContain("The run continues");
    const { items: runs } = await agents.runs({ agent: agent.id });
    expect(runs.map(({ state }) => state)).toEqual(["asking", "done"]);
    await run("runs ls");
    expect(await run("runs stop 1")).toEqual(["Stopped: Ask me"]);
    expect(await run('run Nobody "x"')).toEqual(["There is no agent “Nobody”. See: agents ls"]);
  });

  it("complete commands, options, their values, lists and agents", async () => {
    const { send, got } = await terminal(await person());
    let id = 100;
    const words = async (line: string) => {
      id += 1;
      send({ type: "complete", id, line });
      const found = await until("completions", () => got.find((one) => one.type === "completions" && one.id === id));
      return found.type === "completions" ? found.words : [];
    };
    expect(await words("ite")).toEqual(["items"]);
    expect(await words("items s")).toEqual(["show"]);
    expect(await words("items ls ta")).toEqual(["task"]);
    expect(await words("items ls --st")).toEqual(["--status"]);
    expect(await words("items ls --status ar")).toEqual(["archived"]);
    expect(await words("items ls | gr")).toEqual(["grep"]);
    expect(await words("help items n")).toEqual(["new"]);
    expect(await words("nothing like it")).toEqual([]);
  });

  it("print a bounded number of lines", async () => {
    const somebody = await person();
    const body = Array.from({ length: 3_000 }, (_, at) => `line ${at}`).join("\n");
    const { id } = await somebody.items.create({ title: "Long", body }, crypto.randomUUID());
    const { run } = await terminal(somebody);
    const lines = await run(`items show ${id}`);
    expect(lines).toHaveLength(1_001);
    expect(lines.at(-1)).toContain("The rest is left out");
    expect(await run(`items show ${id} | tail 1`)).toEqual(["line 2999"]);
  });
});

describe("the socket", () => {
  it("opens with a token or a ticket, which counts once and for its person", async () => {
    const { agents, token } = await person();
    const { ticket } = await agents.terminalTicket();
    const protocols = [TERMINAL_PROTOCOL, ticketProtocol(ticket)];
    await connected(new WebSocket(address(), protocols));
    expect(await refused({}, protocols)).toBe(401);
    expect(await refused({}, [TERMINAL_PROTOCOL, ticketProtocol("guessed")])).toBe(401);
    expect(await refused({})).toBe(401);
    expect(await refused({ authorization: "Bearer nonsense" })).toBe(401);
    const { ticket: late } = await agents.terminalTicket();
    world.clock.advance(60_000);
    expect(await refused({}, [TERMINAL_PROTOCOL, ticketProtocol(late)])).toBe(401);
    const { run } = await connected(new WebSocket(address(), { headers: { authorization: `Bearer ${token}` } }));
    expect(await run("items ls")).toHaveLength(1);
  });

  it("keeps no ticket and no token as it is", async () => {
    const { agents, token, userId } = await person();
    const { ticket } = await agents.terminalTicket();
    const { rows } = await world.database.pool.query("select * from agents.terminal_ticket where user_id = $1", [
      userId,
    ]);
    expect(rows).toHaveLength(1);
    const kept = Object.values(rows[0]!)
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)))
      .join();
    for (const secret of [ticket, token, token.split(".")[1]!]) expect(kept).not.toContain(secret);
  });

  it("is refused to pages of other origins, and without a plan", async () => {
    const { token } = await person();
    expect(await refused({ authorization: `Bearer ${token}`, origin: "https://evil.example" })).toBe(403);
    const poor = await person("elsewhere.example");
    expect(await refused({ authorization: `Bearer ${poor.token}` })).toBe(402);
    await expect(poor.agents.terminalTicket()).rejects.toMatchObject({ code: "subscription_required" });
  });

  it("continues with the token behind another ticket of the same person, of nobody else", async () => {
    const [one, other] = [await person(), await person()];
    const { send, run, closed } = await terminal(one);
    send({ type: "renew", ticket: (await one.agents.terminalTicket()).ticket });
    expect(await run("items ls")).toHaveLength(1);
    send({ type: "renew", ticket: (await other.agents.terminalTicket()).ticket });
    expect(await closed).toBe(SESSION_OVER);
  });

  it.each([
    ["what it does not know", "{}"],
    ["no JSON", "ls"],
    ["a line that is too long", JSON.stringify({ type: "run", id: 1, line: "x".repeat(5_000) })],
  ])("ends a client that sends %s", async (_, text) => {
    const { socket, closed } = await terminal(await person());
    socket.send(text);
    expect(await closed).toBe(BAD_CLIENT);
  });

  it("ends a client that sends too often or too much, and bounds the terminals of a person", async () => {
    const fast = await terminal(await person());
    for (let at = 0; at < 100; at += 1) fast.send({ type: "stop", id: 1 });
    expect(await fast.closed).toBe(BAD_CLIENT);
    const large = await terminal(await person());
    large.socket.send("x".repeat(40_000));
    expect(await large.closed).toBe(1009);
    const many = await person();
    for (let at = 0; at < 5; at += 1) await terminal(many);
    expect(await refused({ authorization: `Bearer ${many.token}` })).toBe(429);
    await terminal(await person());
  });
});

describe("with sessions of its own", () => {
  let own: World;
  beforeAll(async () => {
    own = await startServices([identityService, billingService, agentsService], {
      ownIdentity: true,
      environment: { INTERNAL_EMAIL_DOMAIN: DOMAIN, IDENTITY_MAILER_AUTOCONFIRM: "true" },
    });
  });
  afterAll(() => own.stop());

  it("closes the terminals of a session that ends, at once, and no others", async () => {
    const auth = (path: string, body: object, token?: string) =>
      fetch(`${own.url}/auth/v1/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
        body: JSON.stringify(body),
      });
    const enter = async (email: string) => {
      const session = await auth("signup", { email, password: "correct horse battery staple" });
      const { access_token: token } = (await session.json()) as { access_token: string };
      const { ticket } = await agentsClient(own.client(token)).terminalTicket();
      const at = own.url.replace("http", "ws") + TERMINAL_PATH;
      return { token, ...(await connected(new WebSocket(at, [TERMINAL_PROTOCOL, ticketProtocol(ticket)]))) };
    };
    const [one, other] = [await enter(`one@${DOMAIN}`), await enter(`other@${DOMAIN}`)];
    expect((await auth("logout?scope=global", {}, one.token)).status).toBe(204);
    expect(await one.closed).toBe(SESSION_OVER);
    expect(await other.run("help")).not.toHaveLength(0);
  });
});
