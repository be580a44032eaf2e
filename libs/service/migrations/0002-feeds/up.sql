-- Changes that the bank's core system sends (docs/feed.md): how far each source is taken, and what stopped it.
create table feed_source (
  source          text primary key check (length(source) between 1 and 64),
  position        numeric not null check (position >= 0),             -- of the last step that is taken
  changed_at      timestamptz not null,
  fault_position  numeric check (fault_position > position),          -- of the step that cannot be taken; null: the source goes on
  fault_line      text,                                               -- the line of it that is wrong
  fault_field     text,
  fault_reason    text check ((fault_reason is null) = (fault_position is null)),
  faulty_since    timestamptz check ((faulty_since is null) = (fault_position is null))
);

-- Steps that could not be taken and were passed over: by an operator, or by the setting FEED_FAULTS.
create table feed_set_aside (
  source        text not null references feed_source,
  position      numeric not null,
  line          text,
  field         text,
  reason        text not null,
  set_aside_at  timestamptz not null,
  set_aside_by  text,                                                 -- the operator; null: the setting
  primary key (source, position)
);
