import { Injectable } from '@nestjs/common';
import { grantsOn, type CustomerPrincipal, type ResourceGrants, permits, showsOwner } from '@open-banking/access';
import { BankClock, Database } from '@open-banking/database';
import { omitNullish, linksTo, Refusal, type Balance } from '@open-banking/messages';
import type { Card, CardBalances, CardDetails, CardList, WithBalance } from './cards.messages.js';
import { balancesOfCard, cardBalances, cardOfCustomer, cardsOfCustomer, type CardBalanceRow, type CardRow } from './cards.statements.js';

@Injectable()
export class CardsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  async list(principal: CustomerPrincipal, { withBalance }: WithBalance): Promise<CardList> {
    const cards = await this.database.rows(cardsOfCustomer, principal.psuId, principal.granted);
    const balances = await this.balancesWhere(withBalance, principal, principal.grantedBalances);
    return { cards: cards.map((row) => toCard(row, principal, balances.get(row.cardId))) };
  }

  async one(principal: CustomerPrincipal, cardId: string, { withBalance }: WithBalance): Promise<CardDetails> {
    const card = await this.database.row(cardOfCustomer, principal.psuId, principal.granted, cardId);
    if (!card) throw new Refusal('RESOURCE_UNKNOWN', { cardId });
    const balances = await this.balancesWhere(withBalance, principal, grantsOn(principal.grantedBalances, cardId));
    return { card: toCard(card, principal, balances.get(cardId)) };
  }

  async balances(principal: CustomerPrincipal, cardId: string): Promise<CardBalances> {
    const row = await this.database.row(balancesOfCard, principal.psuId, principal.granted, cardId, this.clock.today());
    if (!row) throw new Refusal('RESOURCE_UNKNOWN', { cardId });
    return { card: { maskedPan: row.maskedPan, currency: row.currency }, balances: toBalances(row) };
  }

  private async balancesWhere(
    withBalance: WithBalance['withBalance'],
    { psuId }: CustomerPrincipal,
    cardIds: ResourceGrants,
  ): Promise<Map<string, Balance[]>> {
    if (withBalance !== 'true') return new Map();
    const rows = await this.database.rows(cardBalances, psuId, cardIds, this.clock.today());
    return new Map(rows.map((row) => [row.cardId, toBalances(row)]));
  }
}

function toCard(
  { cardId, creditLimit, ownerName, ...fields }: CardRow,
  principal: CustomerPrincipal,
  balances: Balance[] | undefined,
): Card {
  const link = (permission: 'balances' | 'transactions') =>
    permits(principal, permission, cardId) ? `/v1.7/cards/${cardId}/${permission}` : undefined;
  return omitNullish({
    resourceId: cardId,
    ...fields,
    ownerName: showsOwner(principal, cardId) ? ownerName : null,
    creditLimit: { currency: fields.currency, amount: creditLimit },
    balances,
    _links: linksTo({ balances: link('balances'), transactions: link('transactions') }),
  }) as Card;
}

/** The next debit, the amount not yet invoiced and the unused limit. */
function toBalances({ currency, nextDebit, nextDebitDate, notInvoiced, available, changedAt }: CardBalanceRow): Balance[] {
  if (changedAt === null) return [];
  const lastChangeDateTime = changedAt.toISOString();
  return [
    { balanceType: 'expected', balanceAmount: { currency, amount: nextDebit }, referenceDate: nextDebitDate, lastChangeDateTime },
    { balanceType: 'nonInvoiced', balanceAmount: { currency, amount: notInvoiced }, lastChangeDateTime },
    { balanceType: 'interimAvailable', balanceAmount: { currency, amount: available }, creditLimitIncluded: true, lastChangeDateTime },
  ];
}
