-- Anybody may sign up with any address. Each sign-up has its own password and its own code until its address is confirmed with both; only then is
-- there a developer. Of one address there may be several: nobody cancels another's.

create table sign_up (
  code_hash      bytea primary key,                                    -- SHA-256 of what the message holds
  email          text not null check (email = lower(email)),
  password_hash  text not null,                                        -- scrypt$N$r$p$salt$hash
  expires_at     timestamptz not null
);
create index sign_up_by_email on sign_up (email);
create index sign_up_by_expiry on sign_up (expires_at);

insert into sign_up (code_hash, email, password_hash, expires_at)
select c.code_hash, d.email, d.password_hash, c.expires_at
from email_confirmation c join developer d using (developer_id)
where d.confirmed_at is null;

-- checked: the last release has no portal; their codes, in email_confirmation, which no code uses any more, have moved
delete from developer where confirmed_at is null;
