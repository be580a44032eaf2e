-- outside a transaction
-- What a customer has paid on a day is added up where a cap or limit of the day is set (docs/decisions/0092).

drop index concurrently if exists payment_of_a_day;
create index concurrently payment_of_a_day on payment (psu_id, execution_date) where psu_id is not null and transaction_status in ('ACFC', 'ACSP', 'ACSC', 'ACCC');
