-- Erasures of which every service is done, and whose process died before it wrote the end. Nothing came back to them, so the name and numbers
-- that the services had looked for stayed.
--
-- The last release runs on this schema as before: a process of it that dies there leaves such an erasure, which ends when it is asked for again.

-- checked: the rows are those that a dying process left; an erasure that runs has a step that is due
update erasure e
set ended_at = now(), name = null, accounts = '[]'
where e.ended_at is null and not exists (select from erasure_step s where s.psu_id = e.psu_id and s.due_on is not null);
