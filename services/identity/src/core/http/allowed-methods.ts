import { Inject, Injectable } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import type { FastifyInstance } from "fastify";

/** Which methods an address of auth/v1 answers; all others are refused. */
@Injectable()
export class AllowedMethods {
  private readonly routes: { path: RegExp; methods: string[] }[] = [];

  /** Listens from the start: Nest registers its routes before `onModuleInit`. */
  constructor(@Inject(HttpAdapterHost) { httpAdapter }: HttpAdapterHost) {
    httpAdapter.getInstance<FastifyInstance>().addHook("onRoute", ({ url, method }) => {
      if (!url.startsWith("/auth/v1/")) return;
      const path = url.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+");
      this.routes.push({ path: new RegExp(`^${path}/?$`), methods: [method].flat() });
    });
  }

  /** @returns the methods, in alphabetical order; none where nothing answers at all */
  at(path: string): string[] {
    const methods = this.routes.filter((route) => route.path.test(path)).flatMap((route) => route.methods);
    return [...new Set(methods)].sort();
  }
}
