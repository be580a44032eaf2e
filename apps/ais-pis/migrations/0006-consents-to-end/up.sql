-- Consents whose time is over are found by it.

create index consent_to_approve on consent (approve_by) where approve_by is not null;
create index consent_by_last_day on consent (valid_until) where status in ('received', 'partiallyAuthorised', 'valid');
create index consent_for_once on consent (ends_at) where ends_at is not null and status = 'valid';
