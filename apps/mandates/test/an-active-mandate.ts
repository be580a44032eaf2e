import { inDays, type RunningBank, type TestCustomer } from '@open-banking/testing';
import { moveMandate } from '../src/mandates/mandate-state-machine.statements.js';
import { chooseAccount, insertApproval, signMandate } from '../src/mandates/mandates.statements.js';
import { aDebtor, receivedMandate, type DebtorAccount } from './a-debtor.js';

/**
 * A mandate approved directly in the database of a running bank, by the statements of its approval page, for tests of what comes later:
 * a customer who approves on the page takes 0.2 s of processor time. Collections are allowed from today.
 */
export async function active(bank: RunningBank, besides: object = {}, debtor?: { customer: TestCustomer; account: DebtorAccount }) {
  const { customer, account } = debtor ?? (await aDebtor(bank));
  const mandate = await receivedMandate(bank, {
    occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH' },
    debtorAccount: { iban: account.iban },
    ...besides,
  });
  const { resourceId } = mandate;
  const database = bank.database('mandates');
  const chosen = JSON.stringify({ iban: account.iban, currency: 'EUR', name: 'Household' });
  await database.query(insertApproval.text, [resourceId, customer.psuId, new Date()]);
  await database.query(chooseAccount.text, [resourceId, customer.psuId, account.accountId, chosen]);
  await database.query(signMandate.text, [resourceId, inDays(0)]);
  await database.query(moveMandate.text, [resourceId, 'RCVD', 'ACTV', null, new Date(), null]);
  return { ...mandate, customer, account };
}
