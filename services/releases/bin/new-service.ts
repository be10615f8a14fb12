/** Apart from the name: what a text imports is no import of this file (libs/contracts/check). */
const OURS = "@tessera";

/** What a service that `tessera new` writes imports besides the kit, which says in which versions. */
export const SERVICE_PACKAGES = ["@nestjs/common", "@nestjs/swagger", "drizzle-orm", "zod"];

/** "hello-world" → "hello_world". */
const schemaOf = (name: string) => name.replaceAll("-", "_");

/** A service that keeps a person's greetings, with the contract that its page shares. */
export function serviceFiles(name: string, title: string): Record<string, string> {
  const schema = schemaOf(name);
  return {
    "contract/greetings.ts": `import { z } from "zod";

/** Version of the contract: a page requires it in its manifest, and the service says that it serves it. */
export const VERSION = "1.0.0";

export const Greeting = z
  .object({ id: z.uuid(), words: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: "Greeting" });
export type Greeting = z.infer<typeof Greeting>;

export const GreetingList = z.object({ items: z.array(Greeting) }).meta({ id: "GreetingList" });
export type GreetingList = z.infer<typeof GreetingList>;

export const NewGreeting = z
  .strictObject({ words: z.string().trim().min(1).max(200) })
  .meta({ id: "NewGreeting" });
export type NewGreeting = z.infer<typeof NewGreeting>;
`,
    "contract/client.ts": `import { request, type Transport } from "${OURS}/contracts-core/client.ts";
import type { Greeting, GreetingList, NewGreeting } from "./greetings.ts";

const GREETINGS = "/api/${name}/greetings";

export const greetingsClient = (transport: Transport) => ({
  greetings: (signal?: AbortSignal) => request<GreetingList>(transport, "GET", GREETINGS, { signal }),
  /** @throws ProblemError 409 \`greeting_known\` */
  greet: (greeting: NewGreeting) => request<Greeting>(transport, "POST", GREETINGS, { json: greeting }),
});
`,
    "contract/events.ts": `import { defineEvent } from "${OURS}/contracts-core/define-event.ts";
import { z } from "zod";

export const greeted = defineEvent(
  "${name}.greeted",
  z.object({ userId: z.uuid(), greetingId: z.uuid() }),
  "A person stored a greeting. Sent in the transaction that stored it.",
);
`,
    "contract/problems.ts": `import { defineProblem } from "${OURS}/contracts-core/define-problem.ts";

export const greetingKnown = defineProblem("greeting_known", 409, 'You said "{words}" before.');
`,
    "service/src/main.ts": `import { runService } from "${OURS}/service-kit";
import { greetingsService } from "./index.ts";

await runService(greetingsService);
`,
    "service/src/index.ts": `import type { ServiceDefinition } from "${OURS}/service-kit";
import { VERSION } from "../../contract/greetings.ts";
import greetings from "../migrations/001-greetings.sql";
import { GreetingsModule } from "./greetings.module.ts";

export const greetingsService: ServiceDefinition = {
  name: "${name}",
  title: ${JSON.stringify(title)},
  contract: VERSION,
  module: GreetingsModule,
  schema: "${schema}",
  migrations: [{ name: "001-greetings", sql: greetings }],
  tables: [{ table: "greeting", personal: { owner: "user_id" }, about: ${JSON.stringify(`Your greetings in ${title}.`)} }],
};
`,
    "service/src/greetings.module.ts": `import { Module } from "@nestjs/common";
import { GreetingsController } from "./greetings.controller.ts";
import { Greetings } from "./greetings.ts";

@Module({ controllers: [GreetingsController], providers: [Greetings] })
export class GreetingsModule {}
`,
    "service/src/greetings.controller.ts": `import { Body, Controller, Get, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { type Caller, CurrentUser, RateLimit, Refuses } from "${OURS}/service-kit";
import { Greeting, GreetingList, NewGreeting } from "../../contract/greetings.ts";
import { Greetings } from "./greetings.ts";

@ApiTags("${name}")
@ApiBearerAuth()
@Controller("api/${name}/greetings")
@RateLimit({ name: "${name}", limit: 600, windowSeconds: 60, by: "caller" })
export class GreetingsController {
  constructor(private readonly greetings: Greetings) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: GreetingList })
  list(@CurrentUser() caller: Caller) {
    return this.greetings.list(caller);
  }

  @Post()
  @Refuses({ 409: "greeting_known" })
  @ApiResponse({ status: 201, standardSchema: Greeting })
  greet(@CurrentUser() caller: Caller, @Body({ schema: NewGreeting }) greeting: NewGreeting) {
    return this.greetings.greet(caller, greeting);
  }
}
`,
    "service/src/greetings.ts": `import { Injectable } from "@nestjs/common";
import { type Caller, Database, Events, problem } from "${OURS}/service-kit";
import { sql } from "drizzle-orm";
import { greeted } from "../../contract/events.ts";
import type { Greeting, GreetingList, NewGreeting } from "../../contract/greetings.ts";
import { greetingKnown } from "../../contract/problems.ts";

/** A row as the driver gives it (times as text). */
interface Row extends Record<string, unknown> {
  id: string;
  words: string;
  created_at: string;
}

@Injectable()
export class Greetings {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  /** Newest first; the policy of the table leaves out what is somebody else's. */
  list(caller: Caller): Promise<GreetingList> {
    return this.database.as(caller, async (tx) => {
      const { rows } = await tx.execute<Row>(
        sql\`select id, words, created_at from ${schema}.greeting order by created_at desc, id limit 100\`,
      );
      return { items: rows.map(shown) };
    });
  }

  /** @throws ProblemException 409 \`greeting_known\` */
  greet(caller: Caller, { words }: NewGreeting): Promise<Greeting> {
    return this.database.as(caller, async (tx) => {
      const { rows } = await tx.execute<Row>(sql\`
        insert into ${schema}.greeting (user_id, words) values (\${caller.userId}, \${words})
        on conflict (user_id, words) do nothing returning id, words, created_at\`);
      const row = rows[0];
      if (!row) throw problem(greetingKnown, { words });
      await this.events.publish(tx, greeted, { userId: caller.userId, greetingId: row.id });
      return shown(row);
    });
  }
}

const shown = ({ id, words, created_at }: Row): Greeting => ({
  id,
  words,
  createdAt: new Date(created_at).toISOString(),
});
`,
    "service/src/texts.d.ts": `declare module "*.sql" {
  const text: string;
  export default text;
}
`,
    "service/migrations/001-greetings.sql": `create table ${schema}.greeting (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  words text not null,
  created_at timestamptz(3) not null default now(),
  unique (user_id, words)
);
alter table ${schema}.greeting enable row level security;
create policy own on ${schema}.greeting using (user_id = kit.uid()) with check (user_id = kit.uid());
grant usage on schema ${schema} to tessera_caller;
grant select, insert on ${schema}.greeting to tessera_caller;
`,
    "service/tsconfig.json": `${JSON.stringify(
      {
        extends: "../tsconfig.json",
        compilerOptions: {
          experimentalDecorators: true,
          emitDecoratorMetadata: true,
          types: ["node"],
        },
        include: ["src", "../contract"],
      },
      null,
      2,
    )}\n`,
    "src/page.tsx": `import { useMutation, useQuery, useQueryClient } from "${OURS}/query";
import { shell, usePlace } from "${OURS}/shell-api";
import { EmptyState, Pane, PaneHeader } from "${OURS}/ui";
import { greetingsClient } from "../contract/client.ts";

/** The service of this repository, reached with the shell's transport. */
const api = greetingsClient((path, init) => shell().http(path, init));
const KEY = ["${name}", "greetings"];

export function Page() {
  usePlace([{ label: ${JSON.stringify(title)} }]);
  const client = useQueryClient();
  const { data, error } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.greetings(signal) });
  const greet = useMutation({
    mutationFn: (words: string) => api.greet({ words }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <Pane kind="detail" label=${JSON.stringify(title)}>
      <PaneHeader title=${JSON.stringify(title)} line />
      {error && <p role="alert">{error.message}</p>}
      {data?.items.length === 0 && <EmptyState sentence="Nothing is here yet." />}
      <ul>
        {data?.items.map(({ id, words }) => (
          <li key={id}>{words}</li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          greet.mutate(String(new FormData(form).get("words")), { onSuccess: () => form.reset() });
        }}
      >
        <label>
          Words <input name="words" required maxLength={200} />
        </label>
        <button type="submit">Greet</button>
        {greet.error && <p role="alert">{greet.error.message}</p>}
      </form>
    </Pane>
  );
}
`,
  };
}
