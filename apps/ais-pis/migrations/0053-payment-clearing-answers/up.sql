-- How the sandbox's clearing answers a payment, as its developer has said; before every rule of the operator.
create table payment_clearing_answer (
  payment_id  uuid primary key references payment,
  answer      text not null check (answer in ('rejected', 'returned')),
  reason      text not null                                            -- ISO 20022, four characters
);
