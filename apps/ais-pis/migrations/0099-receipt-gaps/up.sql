-- outside a transaction
-- Gaps of a day are shown to every customer. In the text of another leaf these characters cannot stand: a quote in it is escaped.

drop index concurrently if exists receipt_gap;
create index concurrently receipt_gap on receipt (day, leaf_index) where leaf like '%"lost":[%';
