-- VAT number that the customer has at the provider.
alter table billing.account add column tax_number text;
