-- The account of a customer who is erased has no number; nothing is asked by it then.
alter table branch_account alter column account_number drop not null;
