-- Since when a consent's reads without its customer are used up, because a developer's test says so in the sandbox (docs/decisions/0076). On the
-- consent itself, because introspection reads it with every token, and a change of the row is an access_change already. Null: they are not.
alter table consent add column reads_used_up_at timestamptz;
