import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Inject, Injectable, Module, type OnModuleInit } from "@nestjs/common";
import { userDeleted } from "@tessera/contracts-identity/events.ts";
import { openTestDatabase } from "@tessera/testing/database.ts";
import { until } from "@tessera/testing/until.ts";
import {
  type Application,
  createApplication,
  Database,
  Erasure,
  Events,
  FileStore,
  type OpenDatabase,
  type ServiceDefinition,
} from "../index.ts";

/** Whose customers were still there when the shop acted. */
const closed: string[] = [];

@Injectable()
class CloseAccount implements OnModuleInit {
  constructor(
    @Inject(Erasure) private readonly erasure: Erasure,
    @Inject(Database) private readonly database: Database,
  ) {}
  onModuleInit() {
    this.erasure.before("shop", async (userId) => {
      const { rows } = await this.database.system((tx) =>
        tx.execute<{ user_id: string }>("select user_id from shop.row"),
      );
      if (rows.some((row) => row.user_id === userId)) closed.push(userId);
    });
  }
}
@Module({ providers: [CloseAccount] })
class ShopModule {}
@Module({})
class DiaryModule {}
const service = (name: string, module: ServiceDefinition["module"]): ServiceDefinition => ({
  name,
  title: name,
  module,
  schema: name,
  migrations: [
    {
      name: "001",
      sql: `create table ${name}.row (user_id uuid not null); alter table ${name}.row enable row level security;`,
    },
  ],
  tables: [{ table: "row", personal: { owner: "user_id" } }],
  personalFolders: [name],
});
const diary = service("diary", DiaryModule);
const shop = service("shop", ShopModule);

let database: OpenDatabase & { url?: string };
let dataDir: string;
const open: Application[] = [];
const start = async (services: ServiceDefinition[], elsewhere: ServiceDefinition[]) => {
  const environment = { NODE_ENV: "test", LOG_LEVEL: "silent", PORT: "0", DATA_DIR: dataDir };
  const application = await createApplication(services, { environment, elsewhere, database });
  open.push(application);
  await application.listen();
  return application;
};
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "erasure-"));
  database = await openTestDatabase();
});
afterAll(async () => {
  for (const application of open) await application.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it("each service's rows and files are erased where it runs, and what it does before that is done there", async () => {
  const first = await start([diary], [shop]);
  const second = await start([shop], [diary]);
  await second.close(); // it has started once, and is away now
  open.pop();
  const userId = randomUUID();
  for (const { schema } of [diary, shop]) {
    await database.pool.query(`insert into ${schema}.row values ('${userId}')`);
    await first.nest.get(FileStore).put(`${schema}/${userId}/one`, Buffer.from("x"));
  }
  const events = first.nest.get(Events);
  await first.database.system((tx) => events.publish(tx, userDeleted, { userId }));
  const left = async () => {
    const { rows } = await database.pool.query(
      "select 'diary' as name from diary.row union all select 'shop' from shop.row",
    );
    return rows.map(({ name }) => name as string);
  };
  await until("the diary to be erased", async () => !(await left()).includes("diary"));
  const files = first.nest.get(FileStore);
  await until("the diary's files to be erased", async () => !(await files.exists(`diary/${userId}/one`)));
  expect([await left(), closed]).toEqual([["shop"], []]);
  await start([shop], [diary]);
  await until("the shop to be erased", async () => (await left()).length === 0);
  await until("the shop's files to be erased", async () => !(await files.exists(`shop/${userId}/one`)));
  expect(closed).toContain(userId);
});

it("the start fails where a service answers at an address that it does not declare, or two declare one", async () => {
  const sockets = [{ path: "/elsewhere/socket", handler: CloseAccount as never }];
  await expect(start([{ ...diary, sockets }], [])).rejects.toThrow("diary answers /elsewhere/socket");
  await expect(start([diary], [{ ...shop, addresses: ["/api/diary"] }])).rejects.toThrow(
    "both say that they answer /api/diary",
  );
});
