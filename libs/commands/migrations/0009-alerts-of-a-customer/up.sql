-- outside a transaction
-- Alerts that have arrived are found by their customer, when that one is erased. Those that wait have an index of their own.

drop index concurrently if exists customer_alert_settled_by_customer;
create index concurrently customer_alert_settled_by_customer on customer_alert (psu_id) where settled_at is not null;
