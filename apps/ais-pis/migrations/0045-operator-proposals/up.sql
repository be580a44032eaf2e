-- Acts of operators that need a second one (SECOND_OPERATOR): one proposes, another one approves, and only then it is done.
-- checked: what reads as an update is a grant on the table that is created here.

create table operator_proposal (
  proposal_id  uuid primary key,
  operation    text not null,                                         -- the id of the act's row in the table of operations
  subject      text not null,                                         -- what it is done to
  request      jsonb,                                                 -- the body of the act, as it was asked for
  state        text not null check (state in ('PROPOSED', 'DONE', 'REFUSED')),
  proposed_by  text not null references operator,
  proposed_at  timestamptz not null,
  decided_by   text references operator,
  decided_at   timestamptz check ((decided_at is null) = (decided_by is null)),
  check ((state = 'PROPOSED') = (decided_by is null)),
  constraint operator_proposal_needs_two_operators check (state <> 'DONE' or decided_by <> proposed_by)
);
create unique index operator_proposal_open on operator_proposal (operation, subject) where state = 'PROPOSED';
create index operator_proposal_by_time on operator_proposal (proposed_at, proposal_id);

create function operator_proposal_by_two_operators() returns trigger language plpgsql as $$
declare
  actor text := case tg_op when 'INSERT' then new.proposed_by else new.decided_by end;
  role  text := case when tg_op = 'INSERT' then 'act' when new.state = 'DONE' then 'approve' end;
begin
  if (tg_op = 'INSERT' and new.state <> 'PROPOSED') or (tg_op = 'UPDATE' and old.state <> 'PROPOSED') then
    raise exception 'an act is proposed first, and decided once' using errcode = 'check_violation', constraint = 'operator_proposal_is_decided_once';
  end if;
  if not exists (select from operator where name = actor and removed_at is null and (role is null or role = any (roles))) then
    raise exception '% is no operator with the role %', actor, coalesce(role, 'read') using errcode = 'check_violation', constraint = 'operator_proposal_operator_has_role';
  end if;
  return new;
end
$$;
create trigger operator_proposal_by_two_operators before insert or update on operator_proposal for each row execute function operator_proposal_by_two_operators();

-- What was proposed stays as it was proposed.
do $$
declare
  grantee text;
begin
  for grantee in
    select distinct r.rolname from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'operator_proposal'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke update, delete, truncate on operator_proposal from %I', grantee);
    execute format('grant update (state, decided_by, decided_at) on operator_proposal to %I', grantee);
  end loop;
end
$$;
