import { randomUUID } from 'node:crypto';
import { ALL_SOLELY_OWNED, type CustomerPrincipal, type ResourceGrants } from '@open-banking/access';
import { BankClock, Cursors, openDatabase, type Database } from '@open-banking/database';
import { freshDatabase } from '@open-banking/testing/database';

export const day = '2026-11-21';

/** The parameters of a customer's loan, which gets an account of its own. */
export interface Contract {
  readonly psuId: string;
  readonly accountId: string;
  readonly loanId: string;
  readonly branchNumber: string;
  readonly accountNumber: string;
}

/** The database of loan services, empty except for the loans of the test. */
export class Lender {
  readonly cursors = new Cursors(Buffer.alloc(32, 7));
  /** Noon of the test's day in the bank's time zone. */
  readonly clock = new BankClock('Asia/Jerusalem', () => Date.parse(`${day}T10:00:00Z`) - Date.now());
  #accounts = 0;

  private constructor(
    readonly database: Database,
    private readonly close: () => Promise<void>,
  ) {}

  static async open(): Promise<Lender> {
    const own = await freshDatabase('loan-services');
    const database = await openDatabase({
      url: own.serviceUrl,
      poolSize: 2,
      statementTimeoutMs: 60_000,
      lockTimeoutMs: 60_000,
      connectTimeoutMs: 60_000,
    });
    return new Lender(database, () => own.close());
  }

  async leave(): Promise<void> {
    await this.database.close();
    await this.close();
  }

  private insert(table: string, row: Readonly<Record<string, unknown>>): Promise<unknown> {
    const columns = Object.keys(row);
    return this.database.pool.query(
      `insert into ${table} (${columns.join()}) values (${columns.map((_, at) => `$${at + 1}`).join()})`,
      Object.values(row),
    );
  }

  async lends({
    psuId = randomUUID(),
    currency = 'ILS',
    accountOf,
    loan = {},
    balance = {},
  }: {
    psuId?: string;
    currency?: string;
    accountOf?: Contract;
    loan?: object;
    balance?: object;
  } = {}): Promise<Contract> {
    const account = accountOf ?? (await this.opens(psuId, currency));
    const loanId = randomUUID();
    await this.insert('loan', {
      loan_id: loanId,
      account_id: account.accountId,
      product: 'Loan',
      currency,
      original_amount: '100000.00',
      interest_type: 'fixed',
      annual_interest_rate: '5.5',
      start_date: '2024-03-01',
      end_date: '2029-03-01',
      status: 'active',
      early_repayment_from: '2024-03-01',
      early_repayment_fee: '1',
      ...loan,
    });
    await this.insert('loan_balance', {
      loan_id: loanId,
      as_of: '2026-11-20',
      outstanding_principal: '60000.00',
      accrued_interest: '90.00',
      changed_at: '2026-11-20T20:00:00Z',
      ...balance,
    });
    await this.insert('holder', { psu_id: account.psuId, resource_id: loanId, rule: 'any' });
    return { ...account, loanId };
  }

  private async opens(psuId: string, currency: string): Promise<Omit<Contract, 'loanId'>> {
    const [accountId, branchNumber, accountNumber] = [randomUUID(), '12', String(204_000 + this.#accounts)];
    this.#accounts += 1;
    await this.insert('branch_account', {
      account_id: accountId,
      branch_number: branchNumber,
      account_number: accountNumber,
      iban: 'IL620108000000099999999',
      currency,
      owner_name: 'A. Customer',
      usage: 'PRIV',
      monthly_net_income: '20000.00',
      customer_since: '2019-01-01',
    });
    await this.insert('holder', { psu_id: psuId, resource_id: accountId, rule: 'any' });
    return { psuId, accountId, branchNumber, accountNumber };
  }

  /** Inserts an arrears event of a loan; later inserts are newer. */
  async arrears(
    { accountId, loanId }: Contract,
    events: readonly { on: string; type: string; amount: string; after: string; days?: number }[],
  ): Promise<void> {
    for (const [at, { on, type, amount, after, days = 0 }] of events.entries()) {
      await this.insert('arrears_transaction', {
        account_id: accountId,
        loan_id: loanId,
        transaction_date: on,
        transaction_reference: String(at + 1).padStart(16, '0'),
        due_date: '2026-09-01',
        type,
        amount,
        arrears_after: after,
        days_past_due: days,
      });
    }
  }

  async sells(product: object = {}): Promise<void> {
    await this.insert('loan_product', {
      product: 'personal',
      name: 'Personal loan',
      currency: 'ILS',
      usage: 'PRIV',
      minimum_amount: '5000',
      maximum_amount: '300000',
      minimum_term: 6,
      maximum_term: 60,
      annual_interest_rate: '6',
      upfront_fee: '1',
      ...product,
    });
    await this.insert('eligibility_rule', {
      usage: 'PRIV',
      highest_debt_service_ratio: '40',
      lowest_monthly_income: '5000',
      highest_days_past_due: 30,
      shortest_relationship: 6,
    });
  }
}

/** A principal whose consent covers these loans or accounts (default: all of the customer's). */
export function borrowerPrincipal({ psuId }: Pick<Contract, 'psuId'>, granted: ResourceGrants = [ALL_SOLELY_OWNED]): CustomerPrincipal {
  const consent = {
    id: randomUUID(),
    status: 'valid' as const,
    recurring: true,
    frequencyPerDay: 4,
    ownerName: false,
    ...(granted
      ? {
          grants: granted.map((resourceId) => ({
            service: 'savings-loans' as const,
            kind: 'loan' as const,
            resourceId,
            permissions: ['accounts' as const],
          })),
        }
      : { everywhere: ['accounts', 'balances', 'transactions'] as const }),
  };
  return {
    clientId: 'client',
    roles: ['PSP_AI'],
    psuId,
    scope: `AIS:${consent.id}`,
    consent,
    granted,
    grantedBalances: granted,
    attended: true,
    at: new Date(),
  };
}

export const domesticNumbers = ({ branchNumber, accountNumber }: Contract) => ({
  BranchNumber: branchNumber,
  AccountNumber: accountNumber,
});

export const linkQuery = (href: string): Record<string, string> => Object.fromEntries(new URL(href, 'http://bank').searchParams);
