-- Accounts, categories, payees, transactions with splits. Amounts are minor units of the account's currency; times keep
-- milliseconds, as JSON does. Foreign keys carry user_id: no row refers to another person's.
create table finance.account (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  kind text not null check (kind in ('checking', 'savings', 'cash', 'credit', 'loan', 'investment', 'asset')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- IBAN or the bank's own number, without spaces, in upper case.
  number text,
  opening bigint not null default 0 check (abs(opening) <= 10000000000000),
  closed boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  unique (user_id, id)
);
create unique index account_name on finance.account (user_id, lower(name));

create table finance.category (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  parent_id uuid,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  unique (user_id, id),
  -- Children are moved before their parent is deleted; only an erasure of the account takes them along.
  foreign key (user_id, parent_id) references finance.category (user_id, id) on delete cascade deferrable
);
create unique index category_name on finance.category
  (user_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), lower(name));
create index category_children on finance.category (user_id, parent_id);

create table finance.payee (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  -- The name, folded as payee-key.ts does; databases differ in what they take for lower case.
  key text not null,
  -- How banks write it, folded.
  aliases text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null,
  unique (user_id, id)
);
create unique index payee_key on finance.payee (user_id, key);
create index payee_aliases on finance.payee using gin (aliases);

create table finance.transaction (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  account_id uuid not null,
  date date not null,
  value_date date,
  amount bigint not null check (abs(amount) <= 10000000000000),
  payee_id uuid,
  -- How the bank wrote the payee.
  payee_text text,
  note text,
  reference text,
  tags text[] not null default '{}',
  state text not null default 'open' check (state in ('open', 'cleared', 'reconciled')),
  -- What the bank calls it within the account.
  import_id text,
  imported boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  unique (user_id, id),
  foreign key (user_id, account_id) references finance.account (user_id, id) on delete cascade deferrable,
  foreign key (user_id, payee_id) references finance.payee (user_id, id) deferrable
);
create unique index transaction_import on finance.transaction (account_id, import_id) where import_id is not null;
create index transaction_list on finance.transaction (user_id, date desc, id desc);
create index transaction_of_account on finance.transaction (account_id, date desc, id desc) include (amount);
create index transaction_amount on finance.transaction (account_id, amount, date);
create index transaction_payee on finance.transaction (user_id, payee_id);

create table finance.split (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  transaction_id uuid not null,
  place smallint not null,
  amount bigint not null check (abs(amount) <= 10000000000000),
  category_id uuid,
  note text,
  foreign key (user_id, transaction_id) references finance.transaction (user_id, id) on delete cascade deferrable,
  foreign key (user_id, category_id) references finance.category (user_id, id) deferrable
);
create index split_of_transaction on finance.split (transaction_id, place);
create index split_category on finance.split (user_id, category_id, transaction_id);

-- Who changes a row cannot say which version it has then.
create function finance.next_version() returns trigger language plpgsql as $$
begin
  if new is distinct from old then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create trigger next_version before update on finance.account for each row execute function finance.next_version();
create trigger next_version before update on finance.category for each row execute function finance.next_version();
create trigger next_version before update on finance.payee for each row execute function finance.next_version();
create trigger next_version before update on finance.transaction for each row execute function finance.next_version();

-- Decision 001: a transaction has a split or more, and they add up to its amount, whoever wrote them.
create function finance.check_splits() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  checked uuid;
  expected bigint;
  total numeric;
begin
  if tg_table_name = 'transaction' then
    checked := new.id;
  elsif tg_op = 'DELETE' then
    checked := old.transaction_id;
  else
    checked := new.transaction_id;
  end if;
  select t.amount into expected from finance.transaction t where t.id = checked;
  if not found then
    return null;
  end if;
  select sum(s.amount) into total from finance.split s where s.transaction_id = checked;
  if total is distinct from expected then
    raise exception 'The splits of a transaction do not add up to its amount'
      using errcode = 'check_violation', constraint = 'splits_add_up', schema = 'finance', table = 'split';
  end if;
  return null;
end $$;
create constraint trigger splits_add_up after insert or update or delete on finance.split
  deferrable initially deferred for each row execute function finance.check_splits();
create constraint trigger splits_add_up after insert or update of amount on finance.transaction
  deferrable initially deferred for each row execute function finance.check_splits();

-- A tree of five levels at most; a category within itself is deeper than that.
create function finance.check_category_depth() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    with recursive up as (
      select c.parent_id, 1 as level from finance.category c where c.id = new.id
      union all
      select c.parent_id, up.level + 1 from up join finance.category c on c.id = up.parent_id where up.level < 12
    ), down as (
      select c.id, 0 as level from finance.category c where c.id = new.id
      union all
      select c.id, down.level + 1 from down join finance.category c on c.parent_id = down.id where down.level < 12
    )
    select from (select max(level) as level from up) u, (select max(level) as level from down) d
    where u.level + d.level > 5
  ) then
    raise exception 'Categories have too many levels'
      using errcode = 'check_violation', constraint = 'category_depth', schema = 'finance', table = 'category';
  end if;
  return null;
end $$;
create constraint trigger category_depth after insert or update of parent_id on finance.category
  deferrable initially deferred for each row execute function finance.check_category_depth();

-- Decision 002: one journal of what each act did to which row.
create table finance.act (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  kind text not null check (kind in ('account', 'category', 'payee', 'transaction', 'bulk', 'import', 'undo')),
  words text not null,
  at timestamptz(3) not null,
  -- The act that this one undoes, and the one that undid this.
  undoes uuid,
  undone_by uuid
);
create index act_list on finance.act (user_id, at desc, id desc);

create table finance.change (
  act_id uuid not null references finance.act (id) on delete cascade,
  user_id uuid not null,
  tab text not null,
  row_id uuid not null,
  -- "none": the act inserted the row and deleted it again.
  op text not null check (op in ('insert', 'update', 'delete', 'none')),
  -- Columns that changed, as they were and as they became; a deleted row whole.
  before jsonb,
  after jsonb,
  primary key (act_id, tab, row_id)
);
create index change_of_row on finance.change (user_id, row_id);

create function finance.journal() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  act uuid := nullif(current_setting('finance.act', true), '')::uuid;
  old_row jsonb;
  new_row jsonb;
  was jsonb;
  became jsonb;
  row_key uuid;
  owner uuid;
begin
  if act is null then
    return null;
  end if;
  if tg_op = 'DELETE' then
    row_key := old.id;
    owner := old.user_id;
    was := to_jsonb(old);
  else
    row_key := new.id;
    owner := new.user_id;
  end if;
  if tg_op = 'UPDATE' then
    old_row := to_jsonb(old);
    new_row := to_jsonb(new);
    select jsonb_object_agg(key, value), jsonb_object_agg(key, new_row -> key) into was, became
    from jsonb_each(old_row) where key <> 'version' and value is distinct from new_row -> key;
    if was is null then
      return null;
    end if;
  end if;
  insert into finance.change as c (act_id, user_id, tab, row_id, op, before, after)
  values (act, owner, tg_table_name, row_key, lower(tg_op), was, became)
  on conflict (act_id, tab, row_id) do update set
    op = case
      when c.op = 'insert' then case when excluded.op = 'delete' then 'none' else 'insert' end
      when c.op = 'none' or excluded.op = 'delete' then excluded.op
      else 'update' end,
    before = case
      when c.op in ('insert', 'none') then null
      when excluded.op = 'insert' then c.before
      else excluded.before || coalesce(c.before, '{}') end,
    after = case
      when c.op in ('insert', 'none') or excluded.op = 'delete' then null
      when excluded.op = 'insert' then to_jsonb(new)
      else coalesce(c.after, '{}') || excluded.after end;
  return null;
end $$;
create trigger journal after insert or update or delete on finance.account
  for each row execute function finance.journal();
create trigger journal after insert or update or delete on finance.category
  for each row execute function finance.journal();
create trigger journal after insert or update or delete on finance.payee
  for each row execute function finance.journal();
create trigger journal after insert or update or delete on finance.transaction
  for each row execute function finance.journal();
create trigger journal after insert or update or delete on finance.split
  for each row execute function finance.journal();

alter table finance.account enable row level security;
alter table finance.category enable row level security;
alter table finance.payee enable row level security;
alter table finance.transaction enable row level security;
alter table finance.split enable row level security;
alter table finance.act enable row level security;
alter table finance.change enable row level security;
create policy own on finance.account using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.category using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.payee using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.transaction using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.split using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.act using (user_id = kit.uid()) with check (user_id = kit.uid());
create policy own on finance.change using (user_id = kit.uid()) with check (user_id = kit.uid());

grant usage on schema finance to tessera_caller;
grant select, insert, update, delete on
  finance.account, finance.category, finance.payee, finance.transaction, finance.split
  to tessera_caller;
grant select, insert, update on finance.act to tessera_caller;
-- The journal is written by its trigger alone.
grant select on finance.change to tessera_caller;
