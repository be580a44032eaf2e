-- Clients that ended are no longer listed. Their rows stay: what they did remains their developer's to read.

alter table developer_client add column ended_at timestamptz;          -- null: not known to have ended
