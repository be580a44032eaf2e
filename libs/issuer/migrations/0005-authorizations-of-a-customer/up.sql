-- outside a transaction
-- What a customer signed in for and approved is found by the customer, when that one is erased.

drop index concurrently if exists journey_by_customer;
create index concurrently journey_by_customer on journey (psu_id);
drop index concurrently if exists app_approval_by_customer;
create index concurrently app_approval_by_customer on app_approval (psu_id);
drop index concurrently if exists approval_by_customer;
create index concurrently approval_by_customer on approval (psu_id, approval_id);
-- Codes and tokens hang on their grant, so one row for each approval is enough.
drop index concurrently if exists grant_by_customer;
create index concurrently grant_by_customer on artifact ((payload ->> 'accountId')) where kind = 'Grant';
