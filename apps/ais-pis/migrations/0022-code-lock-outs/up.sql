-- Wrong passwords and wrong approval codes lock apart: whoever enters codes has signed in, whoever enters passwords may be
-- anybody, and must not keep a customer who has signed in from approving.
alter table sign_in_attempt add column codes_locked_until timestamptz;
