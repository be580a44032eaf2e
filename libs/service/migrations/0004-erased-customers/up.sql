-- Customers whose personal data were erased here: an id that names nobody any more. What they held with others is theirs alone no longer.
create table erased_customer (
  psu_id     uuid primary key,
  erased_on  date not null                                             -- the bank's day on which it began
);
