-- Whose certificates a client may sign with: the organizationIdentifier in them. One organization may have several clients;
-- where none is registered, a certificate must name the client's own id.
alter table client add column organization text check (length(organization) between 1 and 128);
