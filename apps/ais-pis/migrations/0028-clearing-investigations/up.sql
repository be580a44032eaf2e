-- An instruction that clearing does not answer in its scheme's time is investigated, and an operator may end it.

-- By the bank's clock. The default is for instructions from before, and of a release that does not know the column.
alter table clearing_instruction add column answer_by timestamptz not null default now() + interval '1 day';

-- What an operator decided of an instruction without an answer; and what clearing said against it afterwards, which moves nothing.
create table clearing_resolution (
  instruction_id        uuid primary key references clearing_instruction,
  state                 text not null check (state in ('ACCEPTED', 'REJECTED')),
  reason                text check ((reason is not null) = (state = 'REJECTED')),
  note                  text not null check (note <> ''),             -- why, in the operator's words
  resolved_at           timestamptz not null,
  contradicted_by       text check (contradicted_by in ('ACCEPTED', 'REJECTED', 'RETURNED')),
  contradiction_reason  text,
  contradicted_at       timestamptz check ((contradicted_at is null) = (contradicted_by is null)),
  settlement_note       text,                                         -- what was done about the contradiction
  settled_at            timestamptz check ((settled_at is null) = (settlement_note is null)),
  check (settled_at is null or contradicted_at is not null)
);
create index clearing_resolution_contradicted on clearing_resolution (contradicted_at) where contradicted_at is not null and settled_at is null;
