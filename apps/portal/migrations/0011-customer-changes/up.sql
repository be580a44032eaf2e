-- Changes of one sandbox customer take turns: which change is under way, and until when nobody else may begin one (null: none is).

alter table sandbox_customer
  add column change_id     uuid,
  add column change_until  timestamptz;
