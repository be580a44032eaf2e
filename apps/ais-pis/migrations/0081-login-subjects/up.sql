-- Who a customer is at the bank's OpenID provider. A customer who signs in there needs no password here.

alter table psu add column login_subject text;
alter table psu alter column password_hash drop not null;

-- Sessions of customers who signed in there: what it ends them by (SHA-256), and what it is shown when they sign out.
alter table customer_session
  add column login_sid_hash     bytea,
  add column login_subject_hash bytea,
  add column id_token_sealed    text;
