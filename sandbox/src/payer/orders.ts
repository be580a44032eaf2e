import { randomInt, randomUUID } from 'node:crypto';
import { daysAfter } from '@open-banking/messages';
import type { Customer, CustomerResource } from '@open-banking/installation/customers-file';
import { iban } from '../demo-bank/iban.js';

/** The clearing outcome of a payment to another bank. Payments within this bank are always accepted. */
export type Outcome = 'accepted' | 'rejected' | 'returned';

/** A payment order and its clearing outcome. `dated`: for a later day, so the customer can cancel it. */
export interface Order {
  readonly product: string;
  readonly outcome: Outcome;
  readonly dated: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

export const payee = 'Whoever is paid';

// Instant products: executed on any day of the week and final at once.
const products: Readonly<Record<string, string>> = { EUR: 'instant-sepa-credit-transfers', ILS: 'fp' };

const euro = (account: string): string => iban('DE', `37040044${account.padStart(10, '0')}`);
const shekel = (account: string): string => iban('IL', `010800${account.padStart(13, '0')}`);
/** Accounts at other banks, by the clearing outcome of payments to them. */
export const accountsByOutcome: Readonly<Record<Outcome, Readonly<Record<string, string>>>> = {
  accepted: { EUR: euro('532013000'), ILS: shekel('99999999') },
  rejected: { EUR: euro('532013001'), ILS: shekel('99999998') },
  returned: { EUR: euro('532013002'), ILS: shekel('99999997') },
};
const outcomes = ['accepted', 'rejected', 'returned'] as const;

const payable = ({ kind, currency, approval }: CustomerResource): boolean =>
  kind === 'account' && approval !== 'both' && currency in products;

/** An account and the other account of its pair. */
export interface HotSide {
  readonly customer: Customer;
  readonly account: CustomerResource;
  readonly partner: CustomerResource;
}

/** Two accounts of different customers in one currency, which pay each other: their payments fill groups, in opposite directions. */
export function hotPairOf(customers: readonly Customer[]): readonly [HotSide, HotSide] {
  const each = customers.flatMap((customer) =>
    customer.accounts
      .filter(payable)
      .slice(0, 1)
      .map((account) => ({ customer, account })),
  );
  const one = each.find(({ account }) => each.filter((other) => other.account.currency === account.currency).length > 1)!;
  const other = each.find(({ account }) => account.currency === one.account.currency && account.resourceId !== one.account.resourceId)!;
  return [
    { ...one, partner: other.account },
    { ...other, partner: one.account },
  ];
}

/** A small payment to the other account of the pair; every other one is for one of the next days, so that many are due at once. */
export function hotOrder({ account, partner }: HotSide, today: string): Order {
  return orderOf(account, { creditor: partner.reference['iban']!, outcome: 'accepted', dated: randomInt(2) === 0 }, today);
}

/**
 * A small payment from an account of this customer, to another one's at this bank or to another bank, today or (one in
 * four) on one of the next days. Its end-to-end id is its own.
 */
export function randomOrder(customer: Customer, others: readonly Customer[], today: string): Order {
  const debtor = randomOf(customer.accounts.filter(payable));
  const here = others
    .flatMap(({ accounts }) => accounts)
    .filter((account) => account.kind === 'account' && account.currency === debtor.currency && account.resourceId !== debtor.resourceId);
  const inside = here.length > 0 && randomInt(2) > 0;
  const outcome = inside ? 'accepted' : randomOf(outcomes);
  const creditor = inside ? randomOf(here).reference['iban']! : accountsByOutcome[outcome][debtor.currency]!;
  return orderOf(debtor, { creditor, outcome, dated: randomInt(4) === 0 }, today);
}

function orderOf(
  debtor: CustomerResource,
  { creditor, outcome, dated }: { readonly creditor: string; readonly outcome: Outcome; readonly dated: boolean },
  today: string,
): Order {
  return {
    product: products[debtor.currency]!,
    outcome,
    dated,
    body: {
      endToEndIdentification: randomUUID().replaceAll('-', ''),
      debtorAccount: { iban: debtor.reference['iban'], currency: debtor.currency },
      instructedAmount: { currency: debtor.currency, amount: (randomInt(1, 300) / 100).toFixed(2) },
      creditorAccount: { iban: creditor },
      creditorName: payee,
      remittanceInformationUnstructured: 'Chaos run',
      ...(dated && { requestedExecutionDate: daysAfter(today, randomInt(1, 4)) }),
    },
  };
}

const randomOf = <T>(list: readonly T[]): T => list[randomInt(list.length)]!;
export const canPay = ({ accounts }: Customer): boolean => accounts.some(payable);
