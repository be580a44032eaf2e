-- What this project adds to the tables of pg-boss.

-- Running jobs by the silence of their workers, done ones by age, and all that are not done by kind: none reads the table whole.
create index job_by_state on jobs.job_common (state, completed_on) include (name);

-- The service works with jobs and owns nothing. Its role is who may read the record of writes.
do $$
declare
  grantee text;
begin
  for grantee in
    select distinct r.rolname from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'audit'::regclass and a.grantee <> c.relowner
  loop
    execute format('grant usage on schema jobs to %I', grantee);
    execute format('grant select on jobs.version to %I', grantee);
    execute format('grant select, insert, update on jobs.queue to %I', grantee);
    execute format('grant select, insert, update, delete on jobs.job, jobs.job_common to %I', grantee);
  end loop;
end
$$;
