-- Each resource of two owners waits for a second one of its own, and it stays known who that was: a consent may need
-- several, and one to everything covers no resource of two owners that only one has approved.
alter table consent_second_owner
  add column service      text,
  add column approved_by  uuid references psu;

update consent_second_owner s set service = coalesce(
  (select g.service from consent_grant g where g.consent_id = s.consent_id and g.resource_id = s.resource_id), 'ais-pis');
update consent_second_owner s set approved_by = a.psu_id
  from consent c join consent_approval a using (consent_id)
  where c.consent_id = s.consent_id and a.psu_id <> c.psu_id and c.status <> 'partiallyAuthorised';
alter table consent_second_owner alter column service set not null;
