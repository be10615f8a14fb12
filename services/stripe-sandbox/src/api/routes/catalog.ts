import { sql } from "drizzle-orm";
import { z } from "zod";
import { newPrice, newProduct } from "../../resources/catalog.ts";
import { invalid } from "../../state/fault.ts";
import { Expand, Flag, Id, Integer, listFields, MetadataUpdate, Text } from "../params.ts";
import { route } from "../route.ts";

const one = z.strictObject({ expand: Expand });

export const catalogRoutes = [
  route(
    "POST",
    "/v1/products",
    z.strictObject({
      id: Id.optional(),
      name: Text.min(1),
      description: Text.optional(),
      metadata: MetadataUpdate.optional(),
      expand: Expand,
    }),
    async (ledger, params) => {
      if (params.id && (await ledger.any(params.id)))
        throw invalid("Product already exists.", "id", "resource_already_exists");
      const id = params.id ?? ledger.newId("product");
      const product = await ledger.save(
        newProduct(id, ledger.now, params.name, params.description ?? null, params.metadata ?? {}),
      );
      await ledger.emit("product.created", product);
      return product;
    },
  ),
  route("GET", "/v1/products", z.strictObject({ ...listFields, active: Flag.optional() }), (ledger, params) =>
    ledger.page(
      "product",
      params.active === undefined ? sql`true` : sql`(data -> 'active')::boolean = ${params.active}`,
      params,
      "/v1/products",
    ),
  ),
  route("GET", "/v1/products/:id", one, (ledger, _params, at) => ledger.get("product", at.id ?? "")),
  route(
    "POST",
    "/v1/products/:id",
    z.strictObject({
      name: Text.min(1).optional(),
      description: Text.optional(),
      active: Flag.optional(),
      default_price: Id.optional(),
      expand: Expand,
    }),
    async (ledger, { expand: _, ...changes }, at) => {
      const product = await ledger.get("product", at.id ?? "");
      if (changes.default_price) await ledger.get("price", changes.default_price, "default_price");
      const previous = changedIn(product, changes);
      await ledger.save(Object.assign(product, changes, { updated: ledger.now }));
      await ledger.emit("product.updated", product, previous);
      return product;
    },
  ),
  route(
    "POST",
    "/v1/prices",
    z.strictObject({
      currency: z.string().length(3).toLowerCase(),
      product: Id,
      unit_amount: Integer.pipe(z.int().min(0)),
      recurring: z.strictObject({
        interval: z.enum(["day", "week", "month", "year"]),
        interval_count: Integer.pipe(z.int().min(1)).default(1),
      }),
      lookup_key: z.string().max(200).optional(),
      transfer_lookup_key: Flag.optional(),
      tax_behavior: z.literal("inclusive").optional(),
      nickname: Text.optional(),
      metadata: MetadataUpdate.optional(),
      expand: Expand,
    }),
    async (ledger, params) => {
      const holder =
        params.lookup_key && (await ledger.all("price", sql`data ->> 'lookup_key' = ${params.lookup_key}`))[0];
      if (holder && !params.transfer_lookup_key)
        throw invalid(
          `A price (\`${holder.id}\`) already uses that lookup key.`,
          "lookup_key",
          "resource_already_exists",
        );
      if (holder) await ledger.save({ ...holder, lookup_key: null });
      const price = newPrice({
        id: ledger.newId("price"),
        now: ledger.now,
        product: (await ledger.get("product", params.product, "product")).id,
        currency: params.currency,
        amount: params.unit_amount,
        interval: params.recurring.interval,
        intervalCount: params.recurring.interval_count,
        lookupKey: params.lookup_key ?? null,
        nickname: params.nickname ?? null,
        metadata: params.metadata ?? {},
      });
      await ledger.save(price);
      await ledger.emit("price.created", price);
      return price;
    },
  ),
  route(
    "GET",
    "/v1/prices",
    z.strictObject({
      ...listFields,
      active: Flag.optional(),
      product: Id.optional(),
      lookup_keys: z.array(z.string()).max(10).optional(),
    }),
    (ledger, params) => {
      const keys =
        params.lookup_keys &&
        sql`data ->> 'lookup_key' in (${sql.join(
          params.lookup_keys.map((key) => sql`${key}`),
          sql`, `,
        )})`;
      const active = params.active === undefined ? sql`true` : sql`(data -> 'active')::boolean = ${params.active}`;
      const product = params.product ? sql`parent = ${params.product}` : sql`true`;
      return ledger.page("price", sql`${keys ?? sql`true`} and ${active} and ${product}`, params, "/v1/prices");
    },
  ),
  route("GET", "/v1/prices/:id", one, (ledger, _params, at) => ledger.get("price", at.id ?? "")),
  route(
    "POST",
    "/v1/prices/:id",
    z.strictObject({ active: Flag.optional(), nickname: Text.optional(), expand: Expand }),
    async (ledger, { expand: _, ...changes }, at) => {
      const price = await ledger.get("price", at.id ?? "");
      const product = await ledger.get("product", price.product);
      if (changes.active === false && product.default_price === price.id)
        throw invalid("This price cannot be archived because it is the default price of its product.", "active");
      const previous = changedIn(price, changes);
      await ledger.save(Object.assign(price, changes));
      await ledger.emit("price.updated", price, previous);
      return price;
    },
  ),
];

/** What a change replaces, as the event of it says. */
const changedIn = <T extends object>(before: T, changes: Partial<T>): Partial<T> =>
  Object.fromEntries(
    (Object.keys(changes) as (keyof T)[])
      .filter((key) => before[key] !== changes[key])
      .map((key) => [key, before[key]]),
  ) as Partial<T>;
