-- The owner's name in Latin letters, where owner_name has others: messages to clearing abroad carry no other letters.
--
-- The last release runs on this schema as before: its loads and feeds leave the column alone.

alter table account add column owner_latin_name text;
