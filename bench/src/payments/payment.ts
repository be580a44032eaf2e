import type { Account } from './accounts.js';

/** One payment, the same in both arms. */
export interface Payment {
  readonly from: Account;
  readonly amount: string;
  readonly body: string;
  readonly today: string;
}

/** When a payment was requested and when it was final, in milliseconds of this machine's clock. */
export interface Timed {
  readonly paymentId: string;
  readonly started: number;
  readonly ended: number;
}

/** Creates payments from the accounts in turn, or all from the first one; each to a different account. */
export function paymentsOf(accounts: readonly Account[], count: number, { hot }: { readonly hot: boolean }, today: string): Payment[] {
  return Array.from({ length: count }, (_, at) => {
    const from = accounts[hot ? 0 : at % accounts.length]!;
    const to = accounts[hot ? 1 + (at % (accounts.length - 1)) : (at * 7 + 1) % accounts.length]!;
    const creditor = to === from ? accounts[(at + 1) % accounts.length]! : to;
    const amount = `${1 + (at % 9)}.${String(at % 100).padStart(2, '0')}`;
    const body = JSON.stringify({
      instructedAmount: { currency: 'EUR', amount },
      creditorAccount: { iban: creditor.iban },
      creditorName: 'Bookshop',
      endToEndIdentification: `BENCH-${at}`,
      remittanceInformationUnstructured: `Order ${at}`,
    });
    return { from, amount, body, today };
  });
}
