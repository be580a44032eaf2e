-- The log that a source's positions are places in, where `openbank follow` sends it: the PostgreSQL server of the core by its system identifier,
-- and the timeline of its log (docs/feed.md). A source without one adopts it when it is followed next. The previous release neither reads
-- nor writes these columns, and follows whatever server it is given, as before.
alter table feed_source
  add column core_system numeric,
  add column core_timeline bigint;
