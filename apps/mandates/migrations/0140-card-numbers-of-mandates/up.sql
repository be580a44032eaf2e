-- Card numbers are not stored: releases up to this one took a `pan` as the account of the debtor or the creditor. It becomes a masked number with
-- its last four digits.
-- checked: the last release's code reads `maskedPan` in the same place, and answers it. While it still runs it may store a `pan` again; this
-- release masks that when it is read. One pass over the mandates; only rows with a card number are changed.
update mandate
set request = jsonb_set(request, '{debtorAccount}', (request -> 'debtorAccount') - 'pan' || jsonb_build_object('maskedPan',
  repeat('*', least(length(request #>> '{debtorAccount,pan}') - 4, 13)) || right(request #>> '{debtorAccount,pan}', 4)))
where request -> 'debtorAccount' ? 'pan';
update mandate
set request = jsonb_set(request, '{creditorAccount}', (request -> 'creditorAccount') - 'pan' || jsonb_build_object('maskedPan',
  repeat('*', least(length(request #>> '{creditorAccount,pan}') - 4, 13)) || right(request #>> '{creditorAccount,pan}', 4)))
where request -> 'creditorAccount' ? 'pan';
