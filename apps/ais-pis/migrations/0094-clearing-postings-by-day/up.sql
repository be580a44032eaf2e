-- outside a transaction
-- A reconciliation of a period reads the postings that clearing settles by their days, and none of other kinds or days.

drop index concurrently if exists posting_settled_by_day;
create index concurrently posting_settled_by_day on posting (booking_date, posting_id)
  where kind in ('PAYMENT', 'PAYMENT_REJECTED', 'PAYMENT_RETURNED', 'CREDIT_TRANSFER', 'COLLECTION', 'COLLECTION_REFUNDED');
