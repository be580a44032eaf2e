-- A customer has said that no third party may see or use their accounts, and since when (docs/decisions/0073).
alter table psu add column opted_out_at timestamptz;

-- One of the customers who approved it has. On the consent itself, because introspection reads it with every token, and a change of the
-- row is an access_change already. Null is false: adding a column without a default rewrites nothing.
alter table consent add column opted_out boolean;
