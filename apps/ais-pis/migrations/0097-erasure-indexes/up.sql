-- outside a transaction
-- What an erasure looks for (docs/erasure.md). Each holds few rows.

drop index concurrently if exists customer_session_by_customer;
create index concurrently customer_session_by_customer on customer_session (psu_id);
drop index concurrently if exists operator_proposal_by_subject;
create index concurrently operator_proposal_by_subject on operator_proposal (subject);

-- Orders that were never executed: an executed one is found by its entry.
drop index concurrently if exists payment_not_executed;
create index concurrently payment_not_executed on payment (debtor_account_id, status_changed_at)
  where transaction_status in ('RJCT', 'CANC') and debtor_account_id is not null and erased_at is null;

-- What nobody approved is no customer's: it is found by when it ended.
drop index concurrently if exists payment_not_approved;
create index concurrently payment_not_approved on payment (status_changed_at) where transaction_status = 'RJCT' and debtor_account_id is null and erased_at is null;
drop index concurrently if exists consent_not_approved;
create index concurrently consent_not_approved on consent (last_action_date)
  where psu_id is null and approve_by is null and access ?| '{accounts,balances,transactions,additionalInformation}';

-- A check that counts no more still says what it was about.
drop index concurrently if exists payment_check_void;
create index concurrently payment_check_void on payment_check (payment_id) where state = 'VOID';

-- What is told or refused of an account without a posting: instructions to a core that keeps the books, and transfers that were rejected.
drop index concurrently if exists clearing_instruction_by_core_creditor;
create index concurrently clearing_instruction_by_core_creditor on clearing_instruction ((message #>> '{creditorAccount,iban}')) where by_core;
drop index concurrently if exists credit_transfer_rejected_by_account;
create index concurrently credit_transfer_rejected_by_account on credit_transfer ((case when state = 'REJECTED' then message #>> '{creditorAccount,iban}' end))
  where (case when state = 'REJECTED' then message #>> '{creditorAccount,iban}' end) is not null;
