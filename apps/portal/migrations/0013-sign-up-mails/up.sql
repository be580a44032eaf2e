-- Messages of sign-ups are sent after the page has answered: known addresses and unknown ones, a fast mail server and a slow one look alike there.
-- checked: the table is new in this release and has rows of a day, a few at a time

alter table sign_up
  add column sealed_code  bytea,                                       -- AES-256-GCM, by a key derived from the portal's own key file; null: sent
  add column send_at      timestamptz,                                 -- when its message is due, or due again; null: there is none to send
  add column tries        smallint not null default 0;
create index sign_up_to_send on sign_up (send_at) where send_at is not null;
