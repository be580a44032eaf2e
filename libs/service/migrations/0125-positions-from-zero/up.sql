-- checked: a source that has taken nothing is at -1, because 0 is a position like any other. The table has a row a source, so the constraint is checked at once and nobody waits. The previous release reads -1 as a number below all positions: it takes what comes next, and position 0 as well. It still makes new sources at 0, and so drops their position 0 as before
-- Logs count from 0. A source that began there was made as if 0 had been taken, and its first change was counted as seen.
alter table feed_source drop constraint feed_source_position_check;
alter table feed_source add constraint feed_source_position_check check (position >= -1);
update feed_source set position = -1 where position = 0;
