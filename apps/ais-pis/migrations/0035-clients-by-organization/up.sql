-- The authorisation register is asked about organizations that have a client.
create index client_by_organization on client (organization);
