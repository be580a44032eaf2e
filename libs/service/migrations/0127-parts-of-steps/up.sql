-- Parts of a step of the core's feed that is larger than a request: they wait here for its last part, and go when the step is applied, or
-- when another step of the source begins (docs/feed.md). The previous release neither reads nor writes this table: it answers 400 to a part.
create table feed_part (
  source    text not null references feed_source,
  position  numeric not null check (position >= 0),
  part      integer not null check (part >= 1),
  lines     text not null,
  primary key (source, position, part)
);
