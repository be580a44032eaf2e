import { Injectable } from '@nestjs/common';
import { covers, type CustomerPrincipal, permits, showsOwner } from '@open-banking/access';
import { BankClock, Database } from '@open-banking/database';
import { daysAfter, omitNullish, linksTo, Refusal, type Balance } from '@open-banking/messages';
import type { Account, AccountBalances, AccountDetails, AccountList, WithBalance } from './accounts.messages.js';
import { accountOfCustomer, accountsOfCustomer, balancesOfAccount, type AccountRow, type BalanceRow } from './accounts.statements.js';

// The operation requires a booking status and a first day, so the link must contain both.
const linkedDays = 90;

@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  async list(principal: CustomerPrincipal, query: WithBalance): Promise<AccountList> {
    const accounts = await this.database.rows(accountsOfCustomer, principal.psuId, principal.granted, this.clock.today());
    return { accounts: accounts.map((row) => toAccount(row, principal, query, this.clock.today())) };
  }

  async one(principal: CustomerPrincipal, accountId: string, query: WithBalance): Promise<AccountDetails> {
    const account = await this.database.row(accountOfCustomer, principal.psuId, principal.granted, this.clock.today(), accountId);
    if (!account) throw new Refusal('RESOURCE_UNKNOWN', { accountId });
    return { account: toAccount(account, principal, query, this.clock.today()) };
  }

  async balances(principal: CustomerPrincipal, accountId: string): Promise<AccountBalances> {
    const row = await this.database.row(balancesOfAccount, principal.psuId, principal.granted, this.clock.today(), accountId);
    if (!row) throw new Refusal('RESOURCE_UNKNOWN', { accountId });
    return { account: { iban: row.iban, currency: row.currency }, balances: toBalances(row) };
  }
}

function toAccount(row: AccountRow, principal: CustomerPrincipal, { withBalance }: WithBalance, today: string): Account {
  const { accountId, iban, currency, ownerName, name, displayName, product, cashAccountType, status, bic, usage, details } = row;
  const link = (permission: 'balances' | 'transactions', query = '') =>
    permits(principal, permission, accountId) ? `/v1.7/accounts/${accountId}/${permission}${query}` : undefined;
  const covered = covers(principal.grantedBalances, accountId);
  return omitNullish({
    resourceId: accountId,
    iban,
    currency,
    ownerName: showsOwner(principal, accountId) ? ownerName : null,
    name,
    displayName,
    product,
    cashAccountType,
    status,
    bic,
    usage,
    details,
    balances: withBalance === 'true' && covered ? toBalances(row) : null,
    _links: linksTo({
      balances: link('balances'),
      transactions: link('transactions', `?bookingStatus=both&dateFrom=${daysAfter(today, -linkedDays)}`),
    }),
  }) as Account;
}

/** The balances: at the close of the last day, including pending entries, available including the credit line, and booked so far. */
function toBalances({
  currency,
  closingBooked,
  closedOn,
  booked,
  expected,
  available,
  creditLine,
  today,
  changedAt,
}: BalanceRow): Balance[] {
  const lastChangeDateTime = changedAt.toISOString();
  const balance = (balanceType: Balance['balanceType'], amount: string, referenceDate = today, creditLimitIncluded = false): Balance => ({
    balanceType,
    balanceAmount: { currency, amount },
    creditLimitIncluded,
    referenceDate,
    lastChangeDateTime,
  });
  return [
    balance('closingBooked', closingBooked, closedOn),
    balance('expected', expected),
    balance('interimAvailable', available, today, creditLine),
    balance('interimBooked', booked),
  ];
}
