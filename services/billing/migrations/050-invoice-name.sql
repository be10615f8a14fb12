-- Name on the invoices: that of the customer at the provider.
alter table billing.account add column invoice_name text;
