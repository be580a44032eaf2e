-- The app's answer as it was signed, kept with the approval that it led to: it proves what the customer decided, and when.

alter table app_approval add column answer text;
alter table app_approval add column signature text;
alter table approval add column app_answer jsonb;
