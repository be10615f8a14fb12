import { Controller, Delete, Get, Module, Post, Put } from "@nestjs/common";
import { startServices, type World } from "@tessera/testing/services.ts";
import { ForClients, Public, type ServiceDefinition } from "../index.ts";

@Controller("api/shelf")
@ForClients()
class ShelfController {
  @Get() read() {
    return [];
  }
  @Post() add() {
    return {};
  }
  @Put() change() {
    return {};
  }
  @Delete() remove() {
    return {};
  }
}

@Controller("api/shelf/account")
class AccountController {
  @Get() read() {
    return {};
  }
  @Post() change() {
    return {};
  }
  @Get("one") @ForClients() one() {
    return {};
  }
  @Get("open") @Public() open() {
    return {};
  }
}

@Module({ controllers: [AccountController, ShelfController] })
class ShelfModule {}
const shelf: ServiceDefinition = {
  name: "shelf",
  title: "Shelf",
  module: ShelfModule,
  schema: "shelf",
  migrations: [],
};

describe("a client's token", () => {
  let world: World;
  beforeAll(async () => {
    world = await startServices([shelf]);
  });
  afterAll(() => world.stop());

  /** What succeeds. @param scope of a client's token; null: the person's own */
  const opened = async (scope: string | null) => {
    const token = await world.token(scope === null ? {} : { client: { id: "reader", scope } });
    const found: string[] = [];
    for (const request of [
      "GET /api/shelf",
      "HEAD /api/shelf",
      "POST /api/shelf",
      "PUT /api/shelf",
      "DELETE /api/shelf",
      "GET /api/shelf/account",
      "POST /api/shelf/account",
      "GET /api/shelf/account/one",
      "GET /api/shelf/account/open",
    ]) {
      const [method, path] = request.split(" ") as [string, string];
      const answer = await fetch(`${world.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
      if (answer.ok) found.push(request);
      else expect([request, answer.status]).toEqual([request, 403]);
    }
    return found.sort();
  };

  it("opens what is declared for clients, to read or to write, and nothing else", async () => {
    const open = "GET /api/shelf/account/open";
    const reads = ["GET /api/shelf", "GET /api/shelf/account/one", open, "HEAD /api/shelf"];
    const writes = ["DELETE /api/shelf", "POST /api/shelf", "PUT /api/shelf"];
    expect(await opened("openid email")).toEqual([open]);
    expect(await opened("tessera:read")).toEqual(reads);
    expect(await opened("tessera:write")).toEqual([...reads, ...writes].sort());
    expect(await opened(null)).toHaveLength(9);
  });
});
