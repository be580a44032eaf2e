-- Consents: what a client asks to read, what a customer granted of it, and who approved.

create table consent (
  consent_id        uuid primary key,
  client_id         text not null references client,
  psu_id            uuid references psu,                              -- who approved it first; null before that
  status            text not null check (status in ('received', 'partiallyAuthorised', 'valid', 'rejected', 'expired', 'revokedByPsu', 'terminatedByTpp', 'replacedByTpp')),
  kind              text not null check (kind in ('dedicated', 'bankOffered', 'allPsd2', 'availableAccounts', 'availableAccountsWithBalance')),
  access            jsonb not null,                                   -- as it was asked for
  recurring         boolean not null,
  frequency_per_day integer not null check (frequency_per_day between 1 and 4),
  valid_until       date not null,
  everywhere        text[],                                           -- permissions on all the customer has; null: see consent_grant
  lists_only        boolean not null default false,
  owner_name        boolean not null default false,                   -- of everything the consent covers
  restricted_to     text[],                                           -- cash account types
  created_at        timestamptz not null,
  last_action_date  date not null,                                    -- of the last change of status
  approve_by        timestamptz,                                      -- received: for the first approval, partiallyAuthorised: for the second
  approved_at       timestamptz,                                      -- since when it is valid
  ends_at           timestamptz,                                      -- a consent for one access: 24 h after its approval
  check ((status in ('received', 'partiallyAuthorised')) = (approve_by is not null)),
  check (status not in ('partiallyAuthorised', 'valid') or psu_id is not null),
  check (kind in ('dedicated', 'bankOffered') = (everywhere is null))
);
create index consent_by_customer on consent (psu_id, client_id);
create index consent_by_client on consent (client_id);

-- What may be read under a consent that names resources; written when it is approved, never changed.
create table consent_grant (
  consent_id   uuid not null references consent,
  service      text not null,
  kind         text not null check (kind in ('account', 'savings', 'loan', 'card', 'securities')),
  resource_id  uuid not null,
  rule         text not null check (rule in ('any', 'both')),              -- both: two holders must have approved
  permissions  text[] not null check (permissions <@ array['accounts', 'balances', 'transactions', 'ownerName'] and permissions @> array['accounts']),
  reference    jsonb not null,                                        -- as the customer and the client know the resource
  primary key (consent_id, service, resource_id)
);

-- Who has approved: one customer, or two where an account's rule asks for both.
create table consent_approval (
  consent_id   uuid not null references consent,
  psu_id       uuid not null references psu,
  approved_at  timestamptz not null,
  primary key (consent_id, psu_id)
);
create index consent_approval_by_customer on consent_approval (psu_id);
