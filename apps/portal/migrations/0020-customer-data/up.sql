-- Customers of given data: the body that a developer sent, shown again to be changed, and short user names.
-- checked: login_name is new and null in every row, and the last release writes none

alter table sandbox_customer
  add column body        jsonb,                                        -- null: seed, products and second owner say all
  add column login_name  text;                                         -- the end of the user names; null: the customer's id
create unique index sandbox_customer_by_login_name on sandbox_customer (login_name);

alter table sandbox_data_set
  add column brings_people boolean not null default false;             -- names may be new, and people there whom the one before did not have
