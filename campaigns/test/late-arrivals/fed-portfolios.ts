import { randomUUID } from 'node:crypto';
import { daysAgo, type FeedLine } from '@open-banking/testing';
import { accountNumber, euro, holder, money, reference, total, type Arrival, type FedProduct } from './fed-product.js';

const instrumentId = `TEST-${randomUUID()}`;

export const portfolios: FedProduct = {
  name: 'portfolios',
  knowsReferences: false,
  idLength: 36,
  service: 'securities',
  beginsWith: [],
  open: (accountId, psuId) => [
    {
      type: 'instrument',
      instrumentId,
      other: { identification: instrumentId, typeProprietary: 'Test' },
      name: 'Test instrument',
      kind: 'share',
      currency: 'EUR',
      mic: 'XTAE',
      quotation: 'amount',
      priceType: 'MRKT',
      country: 'IL',
    },
    {
      type: 'securitiesAccount',
      accountId,
      otherIdentification: accountId,
      otherScheme: 'Safekeeping',
      otherIssuer: 'Test bank',
      ...euro,
      name: 'Followed portfolio',
      product: 'Depot',
      cashAccountType: 'SCTS',
      relatedIban: accountNumber(),
    },
    holder(psuId, accountId),
  ],
  book: (accountId, before, added, after) => [
    ...added.flatMap((row) => purchase(accountId, row, after(row))),
    {
      type: 'position',
      accountId,
      instrumentId,
      balanceType: 'AVAI',
      units: String(total([...before, ...added])),
      safekeepingPlace: 'DEMOILITXXX',
      safekeepingCountry: 'IL',
      changedOn: daysAgo(0),
    },
  ],
  list: (accountId) => `/v1.0/securities-accounts/${accountId}/transactions`,
  rowsOf: ({ transactions, _links: { next } }: { transactions: PortfolioRow[]; _links: { next?: { href: string } } }) => ({
    rows: transactions.map(({ transactionId, relevantDates, unitsNumber, unitsNumberAfterTx }) => ({
      id: transactionId,
      bookingDate: relevantDates.find(({ type }) => type === 'bookingDate')!.date,
      amount: money(unitsNumber),
      after: money(unitsNumberAfterTx),
    })),
    ...(next && { next: next.href }),
  }),
};

interface PortfolioRow {
  readonly transactionId: string;
  readonly relevantDates: readonly { readonly type: string; readonly date: string }[];
  readonly unitsNumber: number;
  readonly unitsNumberAfterTx: number;
}

function purchase(accountId: string, row: Arrival, after: number): FeedLine[] {
  const orderId = randomUUID();
  const day = daysAgo(row.daysAgo);
  const of = { accountId, instrumentId, orderId, units: String(row.amount) };
  return [
    {
      type: 'securityOrder',
      ...of,
      orderDate: day,
      orderedAt: `${day}T08:00:00Z`,
      side: 'buy',
      filledUnits: String(row.amount),
      mic: 'XTAE',
      typesOfOrder: ['MAKT'],
      timeInForce: 'DAY',
      relatedIban: 'DE89370400440532013000',
      orderSplit: false,
      orderModifyable: false,
      orderStatus: 'filled',
    },
    {
      type: 'securitiesTransaction',
      ...of,
      bookingDate: day,
      entryReference: reference(row.number),
      transactionId: row.id,
      transactionDate: day,
      unitsBefore: String(after - row.amount),
      unitsAfter: String(after),
      transactionTypeCode: 'SETT',
      amountIncludesFees: false,
      amountIncludesTaxes: false,
      reversalIndicator: false,
    },
  ];
}
