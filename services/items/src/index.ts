import type { ServiceDefinition } from "@tessera/service-kit";
import initial from "../migrations/001-items.sql";
import { itemsModule } from "./items.module.ts";
import { builtinTypes } from "./types/builtin.ts";
import type { PluginLoader } from "./types/registry.ts";

/** The items service with the given item types. */
export const itemsServiceWith = (types: PluginLoader[]): ServiceDefinition => ({
  name: "items",
  title: "Items",
  module: itemsModule(types),
  schema: "items",
  migrations: [{ name: "001-items", sql: initial }],
});

export const itemsService: ServiceDefinition = itemsServiceWith(builtinTypes);
