-- Instructions that the bank's core has been given, which keeps the books then (LEDGER=core): their payments have no posting here.
alter table clearing_instruction add column by_core boolean not null default false;
