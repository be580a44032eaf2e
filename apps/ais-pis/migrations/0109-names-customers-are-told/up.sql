-- checked: a new table, which nothing of the last release uses
-- Which names customers have had checked at which accounts by looking at payments, as digests: bounds how many each may try. On the real clock.
create table customer_payee_question (
  psu_id          uuid not null references psu,
  account_digest  bytea not null check (octet_length(account_digest) = 32),
  name_digest     bytea not null check (octet_length(name_digest) = 32),
  asked_at        timestamptz not null default now(),
  primary key (psu_id, account_digest, name_digest)
);
create index customer_payee_question_by_customer on customer_payee_question (psu_id, asked_at);
create index customer_payee_question_by_time on customer_payee_question (asked_at);
