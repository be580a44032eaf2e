-- A customer's page finds what waits for them as second owner of an account, however many payments it has made.

create index payment_of_second_owner on payment (debtor_account_id) where transaction_status = 'PATC';
