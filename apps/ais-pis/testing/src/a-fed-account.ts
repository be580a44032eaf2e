import { randomUUID } from 'node:crypto';
import { daysAgo, type TestFeed, type FeedLine, type RunningBank, type TestCustomer } from '@open-banking/testing';
import { aCustomer, demoIban } from './a-customer.js';

/** An account as the core sends it. */
export const accountLine = (accountId: string, extra: object = {}): FeedLine => ({
  type: 'account',
  accountId,
  iban: demoIban(accountId),
  bic: 'DEMOILITXXX',
  currency: 'EUR',
  ownerName: 'Test Owner',
  name: 'Fed account',
  product: 'Current',
  cashAccountType: 'CACC',
  status: 'enabled',
  usage: 'PRIV',
  openedOn: '2024-01-01',
  ...extra,
});
export const entry = (accountId: string, amount: string, extra: object = {}): FeedLine => ({
  type: 'entry',
  accountId,
  transactionId: randomUUID().slice(0, 35),
  bookingDate: daysAgo(0),
  valueDate: daysAgo(0),
  amount,
  bankTransactionCode: 'PMNT-RCDT-ESCT',
  ...extra,
});
export const pending = (accountId: string, amount: string, transactionId: string): FeedLine => ({
  type: 'pendingEntry',
  accountId,
  transactionId,
  valueDate: daysAgo(0),
  amount,
  bankTransactionCode: 'PMNT-CCRD-POSD',
});

/** An account that the core has sent, with its customer. */
export async function feedAccount(
  bank: RunningBank,
  core: TestFeed,
  ...lines: readonly ((accountId: string) => FeedLine)[]
): Promise<{ customer: TestCustomer; accountId: string; iban: string }> {
  const [customer, accountId] = [await aCustomer(bank), randomUUID()];
  await core.take(
    accountLine(accountId),
    { type: 'holder', psuId: customer.psuId, resourceId: accountId, rule: 'any' },
    ...lines.map((line) => line(accountId)),
  );
  return { customer, accountId, iban: demoIban(accountId) };
}
export async function readerOf(bank: RunningBank, { customer, iban }: { customer: TestCustomer; iban: string }) {
  const reader = await (await bank.client()).consentedBy(customer, { balances: [{ iban }], transactions: [{ iban }] });
  return {
    balances: async (accountId: string) => {
      const { body } = await reader.get(`/v1.7/accounts/${accountId}/balances`);
      return Object.fromEntries(
        body.balances.map(({ balanceType, balanceAmount }: { balanceType: string; balanceAmount: { amount: string } }) => [
          balanceType,
          balanceAmount.amount,
        ]),
      ) as Record<string, string>;
    },
    transactions: async (accountId: string, status = 'booked') => {
      const { body } = await reader.get(`/v1.7/accounts/${accountId}/transactions?bookingStatus=${status}&dateFrom=${daysAgo(30)}`);
      return body.transactions as Record<
        'booked' | 'pending',
        { transactionId: string; transactionAmount: { amount: string }; bookingDate: string; valueDate: string }[]
      >;
    },
    raw: (accountId: string) => reader.get(`/v1.7/accounts/${accountId}/balances`),
  };
}
export const amounts = (list: readonly { transactionAmount: { amount: string } }[] = []) =>
  list.map(({ transactionAmount }) => transactionAmount.amount);
