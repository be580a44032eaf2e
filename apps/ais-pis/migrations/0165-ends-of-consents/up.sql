-- When a consent ended, for the states that it has passed with their times: the others are known by created_at, consent_approval and approved_at.
-- Null: it has not ended, or ended under a release that stored only the day (last_action_date).
--
-- The last release runs on this schema as before: it leaves the column null.
alter table consent add column ended_at timestamptz;
