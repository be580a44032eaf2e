import { newCustomer, type RunningBank } from '@open-banking/testing';
import { anAccount, receivedMandate } from './a-debtor.js';

/** Two mandates on one account of two customers, each approved by one of them. `enter`: a third customer takes the first one's place. */
export async function mandatesWithAnotherOwner(bank: RunningBank) {
  const [former, stays, enters] = await Promise.all([newCustomer(bank), newCustomer(bank), newCustomer(bank)]);
  const account = await anAccount(bank, [former, stays]);
  const besides = { occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' }, debtorAccount: { iban: account.iban } };
  const [ofFormer, ofOther] = [await receivedMandate(bank, besides), await receivedMandate(bank, besides)];
  await ofFormer.client.approvedBy(former, 'mandates', ofFormer.scope);
  await ofOther.client.approvedBy(stays, 'mandates', ofOther.scope);
  const enter = () => bank.database('ais-pis').query('update holder set psu_id = $1 where psu_id = $2', [enters.psuId, former.psuId]);
  return { former, stays, enters, ofFormer, ofOther, enter };
}
