-- Closed accounts are few, and those with money on them are counted each time the metrics are read.

create index account_closed on account (account_id) where status = 'deleted';
