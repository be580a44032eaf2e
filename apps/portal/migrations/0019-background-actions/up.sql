-- Work of a developer's that takes longer than a page may take to answer: what is under way, and how it ended. A page shows it.

create table developer_action (
  action_id     uuid primary key,
  developer_id  uuid not null references developer on delete cascade,
  title         text not null,                                         -- shown while it is under way
  back          text not null,                                         -- the page to which a failure leads
  begun_at      timestamptz not null,
  alive_until   timestamptz not null,                                  -- renewed while it is under way
  ended_at      timestamptz,
  failed        boolean not null default false,
  says          text,                                                  -- how it ended, in a sentence
  go_to         text                                                   -- the page to which its end leads
);
create index developer_action_by_developer on developer_action (developer_id);
create index developer_action_by_age on developer_action (begun_at);
