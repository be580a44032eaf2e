import { randomUUID } from 'node:crypto';
import { mandatesInternal } from '@open-banking/spec';
import { internalCall, newCustomer, type RunningBank } from '@open-banking/testing';
import { anAccount, type DebtorAccount } from './a-debtor.js';

const creditorId = 'DE98ZZZ09999999999';

/** A collection of 12.00 EUR that a creditor's bank presents, under a mandate of the creditor of these tests. */
export const presentCollection = (
  bank: RunningBank,
  mandateId: string,
  account: DebtorAccount,
  besides: object = {},
  collectionId: string = randomUUID(),
) =>
  internalCall(
    bank.operator,
    'mandates',
    mandatesInternal.receiveCollection,
    {
      creditorId,
      mandateId,
      scheme: 'CORE',
      debtorAccount: { iban: account.iban },
      amount: { currency: 'EUR', amount: '12.00' },
      ...besides,
    },
    { collectionId },
  );

/** An account at this bank for the money of collections, empty. */
export const aCreditorAccount = async (bank: RunningBank): Promise<DebtorAccount> =>
  anAccount(bank, [await newCustomer(bank)], { booked: '0' });

/** What is booked on accounts of this bank. */
export const bookedOn = (bank: RunningBank, accounts: readonly DebtorAccount[]): Promise<number[]> =>
  Promise.all(
    accounts.map(async ({ accountId }) => {
      const { rows } = await bank
        .database('ais-pis')
        .query<{ booked: string }>('select booked::text from account_balance where account_id = $1', [accountId]);
      return Number(rows[0]!.booked);
    }),
  );
