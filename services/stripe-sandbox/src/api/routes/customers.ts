import { sql } from "drizzle-orm";
import { z } from "zod";
import { deleteCustomer } from "../../engine/delete-customer.ts";
import { addTaxId, removeTaxId } from "../../engine/tax-number.ts";
import { newCustomer } from "../../resources/customer.ts";
import { invalid } from "../../state/fault.ts";
import { readTaxNumber } from "../../tax-numbers.ts";
import { Expand, Id, listFields, MetadataUpdate, Text } from "../params.ts";
import { route } from "../route.ts";

const fields = {
  email: Text.optional(),
  name: Text.optional(),
  metadata: MetadataUpdate.optional(),
  expand: Expand,
};

export const customerRoutes = [
  route("POST", "/v1/customers", z.strictObject({ ...fields, test_clock: Id.optional() }), async (ledger, params) => {
    if (params.test_clock)
      ledger.now = (await ledger.get("test_helpers.test_clock", params.test_clock, "test_clock")).frozen_time;
    const customer = newCustomer({
      id: ledger.newId("customer"),
      now: ledger.now,
      email: params.email ?? null,
      name: params.name ?? null,
      metadata: params.metadata ?? {},
      testClock: params.test_clock ?? null,
    });
    await ledger.save(customer);
    await ledger.emit("customer.created", customer);
    return customer;
  }),
  route("GET", "/v1/customers", z.strictObject({ ...listFields, email: Text.optional() }), (ledger, params) =>
    ledger.page(
      "customer",
      params.email ? sql`data ->> 'email' = ${params.email}` : sql`true`,
      params,
      "/v1/customers",
    ),
  ),
  route("GET", "/v1/customers/:id", z.strictObject({ expand: Expand }), async (ledger, _params, at) => {
    const customer = await ledger.get("customer", at.id ?? "");
    return customer.deleted ? gone(customer.id) : customer;
  }),
  route(
    "POST",
    "/v1/customers/:id",
    z.strictObject({ ...fields, invoice_settings: z.strictObject({ default_payment_method: Id }).optional() }),
    async (ledger, params, at) => {
      const customer = await ledger.get("customer", at.id ?? "");
      const { email, name } = customer;
      Object.assign(customer, {
        email: params.email ?? email,
        name: params.name ?? name,
        metadata: { ...customer.metadata, ...params.metadata },
      });
      const method = params.invoice_settings?.default_payment_method;
      if (method)
        customer.invoice_settings.default_payment_method = (
          await ledger.get("payment_method", method, "invoice_settings[default_payment_method]")
        ).id;
      await ledger.save(customer);
      await ledger.emit("customer.updated", customer, { email, name });
      return customer;
    },
  ),
  route("DELETE", "/v1/customers/:id", z.strictObject({}), async (ledger, _params, at) => {
    const customer = await ledger.get("customer", at.id ?? "");
    await deleteCustomer(ledger, customer);
    return gone(customer.id);
  }),
  route("GET", "/v1/customers/:id/tax_ids", z.strictObject(listFields), async (ledger, params, at) => {
    const { id } = await ledger.get("customer", at.id ?? "");
    return ledger.page("tax_id", sql`customer = ${id}`, params, `/v1/customers/${id}/tax_ids`);
  }),
  route(
    "POST",
    "/v1/customers/:id/tax_ids",
    z.strictObject({ type: Text, value: Text, expand: Expand }),
    async (ledger, { type, value }, at) => {
      const customer = await ledger.get("customer", at.id ?? "");
      const number = readTaxNumber(type, value);
      if (!number) throw invalid(`Invalid value for ${type}.`, "value", "tax_id_invalid");
      await ledger.enter(customer.id);
      return addTaxId(ledger, customer.id, number);
    },
  ),
  route("DELETE", "/v1/customers/:id/tax_ids/:taxId", z.strictObject({}), async (ledger, _params, at) => {
    const taxId = await ledger.get("tax_id", at.taxId ?? "");
    if (taxId.customer !== at.id) throw invalid(`No such tax_id: '${taxId.id}'`, "id", "resource_missing");
    await ledger.enter(taxId.customer);
    await removeTaxId(ledger, taxId);
    return { id: taxId.id, object: "tax_id", deleted: true };
  }),
];

const gone = (id: string) => ({ id, object: "customer", deleted: true });
