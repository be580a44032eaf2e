import { randomUUID } from 'node:crypto';
import { inDays, type Caller, type RunningBank } from '@open-banking/testing';

const creditorAccount = { iban: 'DE89370400440532013000' };

/** A mandate to collect up to an amount each month, with a number of its own. */
export const aMandate = (besides: object = {}) => ({
  mandateId: randomUUID().slice(0, 30),
  mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
  occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH', firstCollectionDate: inDays(14) },
  maximumAmount: { currency: 'EUR', amount: '60.00' },
  creditor: { name: 'City Power' },
  creditorSchemeIdentification: 'DE98ZZZ09999999999',
  creditorAccount,
  debtor: { name: 'Dana Levi' },
  ...besides,
});

/** A new client with limits of its own and a client token of the mandates issuer; it waits when the limit per second is used up. */
export const aCreditor = async (bank: RunningBank): Promise<Caller> =>
  (await (await bank.client()).withClientToken('mandates', 'MANDATE')).paced;
