-- outside a transaction
-- Developers see the notifications of their clients: whose each is (null: noted by the release before), when it was tried last, the status of
-- the answer (null: none came), and the x-jws-signature that was sent; the rest of what was sent follows from the row.

alter table notification
  add column if not exists client_id text,
  add column if not exists tried_at timestamptz,
  add column if not exists answer smallint,
  add column if not exists signature text;
drop index concurrently if exists notification_by_client;
create index concurrently notification_by_client on notification (client_id, notification_id) where client_id is not null;
