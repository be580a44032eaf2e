import { randomInt, randomUUID } from 'node:crypto';
import type { Customer, CustomerResource } from '../demo-bank/bank.js';
import type { Order } from './insistent-payer.js';

// Instant: executed on any day of the week, and final at once.
const products: Readonly<Record<string, string>> = { EUR: 'instant-sepa-credit-transfers', ILS: 'fp' };
const abroad: Readonly<Record<string, string>> = { EUR: 'DE89370400440532013000', ILS: 'IL620108000000099999999' };

const payable = ({ kind, currency, approval }: CustomerResource): boolean => kind === 'account' && approval !== 'both' && currency in products;

/** A small payment from an account of this customer, to another one's at this bank or to another bank. Its end-to-end id is its own. */
export function anyOrder(customer: Customer, others: readonly Customer[]): Order {
  const debtor = anyOf(customer.accounts.filter(payable));
  const here = others.flatMap(({ accounts }) => accounts).filter((account) => account.kind === 'account' && account.currency === debtor.currency && account.resourceId !== debtor.resourceId);
  const creditor = here.length > 0 && randomInt(3) > 0 ? anyOf(here).reference['iban'] : abroad[debtor.currency];
  return {
    product: products[debtor.currency]!,
    body: {
      endToEndIdentification: randomUUID().replaceAll('-', ''),
      debtorAccount: { iban: debtor.reference['iban'], currency: debtor.currency },
      instructedAmount: { currency: debtor.currency, amount: (randomInt(1, 300) / 100).toFixed(2) },
      creditorAccount: { iban: creditor }, creditorName: 'Whoever is paid', remittanceInformationUnstructured: 'In a storm',
    },
  };
}

const anyOf = <T>(list: readonly T[]): T => list[randomInt(list.length)]!;
export const canPay = ({ accounts }: Customer): boolean => accounts.some(payable);
