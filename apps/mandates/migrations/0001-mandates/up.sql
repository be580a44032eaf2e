-- Direct-debit mandates: what a creditor asked to collect, and how far the customer has let it.

create table mandate (
  resource_id            uuid primary key,
  client_id              text not null,                                -- known by ais-pis
  creditor_scheme_id     text not null,                                -- a mandateId is unique per creditor
  mandate_id             text not null,
  psu_id                 uuid,                                         -- who approved it first; null before that
  request                jsonb not null,                               -- the mandate as accepted
  mandate_status         text not null check (mandate_status in ('RCVD', 'PATC', 'ACTV', 'SUSP', 'EXPI', 'CANC', 'RJCT')),
  reason_code            text,                                         -- MandateReasonCode
  date_of_signature      date,                                         -- the bank's day of its approval
  created_at             timestamptz not null,
  status_changed_at      timestamptz not null,
  approve_by             timestamptz,                                  -- RCVD, PATC: not approved by then, it is rejected
  final_collection_date  date,
  check ((mandate_status in ('RCVD', 'PATC')) = (approve_by is not null))
);
-- A creditor's number is free again when nothing came of the mandate that had it.
create unique index mandate_by_creditor on mandate (client_id, creditor_scheme_id, mandate_id) where mandate_status not in ('RJCT', 'CANC');
create index mandate_to_be_approved on mandate (approve_by) where approve_by is not null;
