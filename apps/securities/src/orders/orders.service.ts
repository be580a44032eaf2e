import { ServiceSettings } from '@open-banking/config';
import { Injectable } from '@nestjs/common';
import { keysetPage, type CustomerPrincipal } from '@open-banking/access';
import { BankClock, Cursors, Database } from '@open-banking/database';
import { erasedText } from '@open-banking/erasure';
import { periodOf } from '@open-banking/http';
import { omitNullish, linksTo, monthsAfter, Refusal } from '@open-banking/messages';
import { toReference } from '../accounts/accounts.service.js';
import { isNominal, nominal, toInstrument } from '../instruments/instrument.js';
import { earliestKept } from '../transactions/transactions.service.js';
import type { Order, Orders, OrdersQuery } from './orders.messages.js';
import { ordersOfAccount, type AccountWithOrder, type OrderRow } from './orders.statements.js';

@Injectable()
export class OrdersService {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly clock: BankClock,
    private readonly settings: ServiceSettings,
  ) {}

  async list(principal: CustomerPrincipal, accountId: string, query: OrdersQuery): Promise<Orders> {
    const path = `/v1.0/securities-accounts/${accountId}`;
    const { from, to } = periodOf(query, this.clock.today(), earliestKept);
    const page = keysetPage<[date: string, id: string], [from: string, to: string]>(this.cursors, principal, `${path}/orders`, query, [
      from!,
      to,
    ]);
    const found = await this.database.rows(
      ordersOfAccount,
      principal.psuId,
      principal.granted,
      accountId,
      ...page.fixed,
      query.orderStatus ?? null,
      page.after?.[0] ?? null,
      page.after?.[1] ?? null,
      page.take,
    );
    const [account] = found;
    if (!account) throw new Refusal('RESOURCE_UNKNOWN', { accountId });
    const { rows, first, next } = page.show(found, (row) => [row.orderDate!, row.orderId!]);
    return {
      securitiesAccount: toReference(account),
      orders: rows
        .filter((row): row is AccountWithOrder & OrderRow => row.orderId !== null)
        .map((row) => toOrder(row, path, this.earliest())),
      _links: linksTo({ account: path, first, next }),
    };
  }

  /** The earliest day that a request may name. */
  private earliest(): string {
    return monthsAfter(this.clock.today(), -this.settings.historyMonths);
  }
}

/** Omits a day that a request must not name, so that the link works. */
function transactionsBetween(path: string, first: string, last: string, earliest: string): string {
  const days = Object.entries({ dateFrom: first, dateTo: last }).filter(([, day]) => day >= earliest);
  return `${path}/transactions${days.length > 0 ? `?${new URLSearchParams(days).toString()}` : ''}`;
}

/** What stands in place of a number that was erased is no IBAN. */
const cashAccount = (iban: string) => (iban.startsWith(erasedText) ? { other: { identification: erasedText } } : { iban });

function toOrder(row: OrderRow, path: string, earliest: string): Order {
  const held = isNominal(row);
  const priceAmount = (price: string | null) => (held || price === null ? null : nominal(row, price));
  const pricePercent = (price: string | null) => (held ? price : null);
  return omitNullish({
    orderId: row.orderId,
    side: row.side,
    financialInstrument: toInstrument(row),
    unitsNumberOrder: held ? null : Number(row.units),
    unitsNominalOrder: held ? nominal(row, row.units) : null,
    placeOfTrade: { mic: row.mic },
    limitPriceAmount: priceAmount(row.limitPrice),
    limitPricePercent: pricePercent(row.limitPrice),
    stopPriceAmount: priceAmount(row.stopPrice),
    stopPricePercent: pricePercent(row.stopPrice),
    typesOfOrder: row.typesOfOrder,
    timeInForce: row.timeInForce,
    expiryDate: row.expiryDate,
    relatedCashAccount: cashAccount(row.relatedIban),
    orderSplit: row.orderSplit,
    orderModifyable: row.orderModifyable,
    orderStatus: row.orderStatus,
    details: row.details,
    _links:
      row.firstBooked === null
        ? null
        : { relatedTransactions: [{ href: transactionsBetween(path, row.firstBooked, row.lastBooked!, earliest) }] },
  }) as Order;
}
