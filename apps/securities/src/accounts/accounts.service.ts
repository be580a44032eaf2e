import { Injectable } from '@nestjs/common';
import { grantsOn, type CustomerPrincipal, type ResourceGrants, permits, showsOwner } from '@open-banking/access';
import { BankClock, Database } from '@open-banking/database';
import { omitNullish, linksTo, Refusal, withAmountTexts, type AccountReference, type Balance } from '@open-banking/messages';
import type { SecuritiesAccount, SecuritiesAccountDetails, SecuritiesAccountList, WithBalance } from './accounts.messages.js';
import {
  accountOfCustomer,
  accountsOfCustomer,
  valuesOfAccounts,
  type AccountRow,
  type ReferenceRow,
  type ValueRow,
} from './accounts.statements.js';

@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  async list(principal: CustomerPrincipal, { withBalance }: WithBalance): Promise<SecuritiesAccountList> {
    const rows = await this.database.rows(accountsOfCustomer, principal.psuId, principal.granted);
    const balances = await this.balances(withBalance, principal, principal.grantedBalances);
    return { securitiesAccounts: rows.map((row) => toAccount(row, principal, balances.get(row.accountId))) };
  }

  async one(principal: CustomerPrincipal, accountId: string, { withBalance }: WithBalance): Promise<SecuritiesAccountDetails> {
    const row = await this.database.row(accountOfCustomer, principal.psuId, principal.granted, accountId);
    if (!row) throw new Refusal('RESOURCE_UNKNOWN', { accountId });
    const balances = await this.balances(withBalance, principal, grantsOn(principal.grantedBalances, accountId));
    return { securitiesAccount: toAccount(row, principal, balances.get(accountId)) };
  }

  private async balances(
    withBalance: WithBalance['withBalance'],
    { psuId }: CustomerPrincipal,
    accountIds: ResourceGrants,
  ): Promise<Map<string, Balance[]>> {
    if (withBalance !== 'true') return new Map();
    const rows = await this.database.rows(valuesOfAccounts, psuId, accountIds, this.clock.today());
    return new Map(rows.map((row) => [row.accountId, toBalances(row)]));
  }
}

export const toReference = ({ identification, scheme, issuer, currency }: ReferenceRow): AccountReference => ({
  other: { identification, schemeNameProprietary: scheme, issuer },
  currency,
});

/** The balance of a securities account: the value of its holdings on the reference date; absent if a holding has no price. */
export const toBalances = ({ currency, value, priceDate }: Pick<ValueRow, 'currency' | 'value' | 'priceDate'>): Balance[] =>
  value === null
    ? []
    : [omitNullish({ balanceType: 'closingBooked', balanceAmount: { currency, amount: value }, referenceDate: priceDate }) as Balance];

function toAccount(row: AccountRow, principal: CustomerPrincipal, balances: Balance[] | undefined): SecuritiesAccount {
  const { accountId, identification, scheme, issuer, ownerName, ...fields } = row;
  const path = `/v1.0/securities-accounts/${accountId}`;
  const [balanced, moved] = [permits(principal, 'balances', accountId), permits(principal, 'transactions', accountId)];
  return omitNullish({
    resourceId: accountId,
    other: { identification, schemeNameProprietary: scheme, issuer },
    ...fields,
    applicableFees: withAmountTexts(fields.applicableFees),
    ownerName: showsOwner(principal, accountId) ? ownerName : null,
    balances,
    _links: linksTo({
      positions: balanced ? `${path}/positions` : undefined,
      transactions: moved ? `${path}/transactions` : undefined,
      orders: moved ? `${path}/orders` : undefined,
    }),
  }) as SecuritiesAccount;
}
