-- outside a transaction
-- checked: the last release writes no subject, so that the unique index refuses none of its rows
-- A subject is one customer's; sessions are ended by the session or the subject of the provider.

drop index concurrently if exists psu_by_login_subject;
create unique index concurrently psu_by_login_subject on psu (login_subject) where login_subject is not null;
drop index concurrently if exists customer_session_by_login_sid;
create index concurrently customer_session_by_login_sid on customer_session (login_sid_hash) where login_sid_hash is not null;
drop index concurrently if exists customer_session_by_login_subject;
create index concurrently customer_session_by_login_subject on customer_session (login_subject_hash) where login_subject_hash is not null;
