-- Ids of people that go with a sandbox customer: the first has the customer's id, the second owner's follows from it, and so do those of who holds
-- what the two held before a reset. All are kept for the customer, whether there are such people yet or not: developers choose ids, and whoever
-- chose one of these would get another's accounts.

create table sandbox_person (
  psu_id       uuid primary key,
  customer_id  uuid not null references sandbox_customer on delete cascade
);
create index sandbox_person_by_customer on sandbox_person (customer_id);

with owner as (
  select customer_id, customer_id as psu_id from sandbox_customer
  union all
  select customer_id,
    (left(hex, 12) || '4' || substr(hex, 14, 3) || 'a' || substr(hex, 18, 15))::uuid
  from sandbox_customer, encode(sha256(convert_to('second owner of ' || customer_id, 'UTF8')), 'hex') as hex
)
insert into sandbox_person (psu_id, customer_id)
select psu_id, customer_id from owner
union all
select md5('former ' || psu_id)::uuid, customer_id from owner
on conflict do nothing;
