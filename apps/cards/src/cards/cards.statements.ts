import { type ResourceGrants, isGranted } from '@open-banking/access';
import { amountText, statement } from '@open-banking/database';

export interface CardRow {
  readonly cardId: string;
  readonly maskedPan: string;
  readonly currency: string;
  readonly ownerName: string;
  readonly name: string;
  readonly displayName: string | null;
  readonly product: string;
  readonly status: string;
  readonly usage: string;
  readonly details: string | null;
  readonly creditLimit: string;
}

export interface CardBalanceRow {
  readonly cardId: string;
  readonly maskedPan: string;
  readonly currency: string;
  readonly nextDebit: string;
  readonly nextDebitDate: string;
  readonly notInvoiced: string;
  readonly available: string;
  /** Null, like the other columns, for a card without a balance. */
  readonly changedAt: Date | null;
}

const card = /* sql */ `
  c.card_id as "cardId", c.masked_pan as "maskedPan", c.currency, c.owner_name as "ownerName", c.name, c.display_name as "displayName",
  c.product, c.status, c.usage, c.details, ${amountText('c.currency', 'c.credit_limit')} as "creditLimit"`;

// Debts are negative: the unused limit is the limit plus everything owed or authorised.
/** SQL: authorisations from before this day have lapsed, as no acceptor claimed them within thirty days. */
export const lapseDay = (today: string): string => `${today}::date - 30`;

// A debit that was not booked on its day is collected with the next one, on the card's debit day.
const balance = (today: string): string => /* sql */ `
  c.card_id as "cardId", c.masked_pan as "maskedPan", c.currency,
  ${amountText('c.currency', `case when b.next_debit_date < ${today}::date then b.invoiced + b.not_invoiced when b.invoiced <> 0 then b.invoiced else b.not_invoiced end`)} as "nextDebit",
  (case when b.next_debit_date >= ${today}::date then b.next_debit_date
    else date_trunc('month', ${today}::date - (c.debit_day - 1) + interval '1 month' - interval '1 day')::date + c.debit_day - 1 end)::text as "nextDebitDate",
  ${amountText('c.currency', 'b.not_invoiced')} as "notInvoiced", ${amountText(
    'c.currency',
    `c.credit_limit + b.invoiced + b.not_invoiced + b.pending
    - coalesce((select sum(p.amount) from card_pending_transaction p where p.card_id = c.card_id and p.transaction_date < ${lapseDay(today)}), 0)`,
  )} as "available", b.changed_at as "changedAt"`;

/** The customer's cards that the consent covers (`null`: all). */
export const cardsOfCustomer = statement<CardRow, [psuId: string, granted: ResourceGrants]>(
  'cards.list',
  /* sql */ `
  select ${card}
  from holder h
  join card c on c.card_id = h.resource_id
  where h.psu_id = $1 and ${isGranted}
  order by c.name, c.card_id
`,
  { standby: true, together: ['uuid', 'uuid[]'] },
);

/** No row: the card does not exist, belongs to another customer or is not covered. The caller must not be able to tell which. */
export const cardOfCustomer = statement<CardRow, [psuId: string, granted: ResourceGrants, cardId: string]>(
  'cards.one',
  /* sql */ `
  select ${card}
  from holder h
  join card c on c.card_id = h.resource_id
  where h.psu_id = $1 and ${isGranted} and h.resource_id = $3
`,
  { standby: true, together: ['uuid', 'uuid[]', 'uuid'] },
);

/** The balances of these cards of the customer. No row: as above. */
export const cardBalances = statement<CardBalanceRow, [psuId: string, cardIds: ResourceGrants, today: string]>(
  'cards.balances',
  /* sql */ `
  select ${balance('$3')}
  from holder h
  join card c on c.card_id = h.resource_id
  left join card_balance b on b.card_id = c.card_id
  where h.psu_id = $1 and ${isGranted}
`,
  { standby: true, together: ['uuid', 'uuid[]', 'date'] },
);

/** The balances of one card. No row: as above. */
export const balancesOfCard = statement<CardBalanceRow, [psuId: string, granted: ResourceGrants, cardId: string, today: string]>(
  'cards.balances-of-one',
  /* sql */ `
  select ${balance('$4')}
  from holder h
  join card c on c.card_id = h.resource_id
  left join card_balance b on b.card_id = c.card_id
  where h.psu_id = $1 and ${isGranted} and h.resource_id = $3
`,
  { standby: true, together: ['uuid', 'uuid[]', 'uuid', 'date'] },
);
