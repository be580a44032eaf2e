import type { EndOfList, ResourceGrants } from '@open-banking/access';
import { statement } from '@open-banking/database';
import { lapseDay } from '../cards/cards.statements.js';
import { bookedPageSql, maxPending, ofCard, ofPrincipal, type BookedPage } from './transactions.statements.js';

type OfCard = [psuId: string, granted: ResourceGrants, cardId: string];

/**
 * A card at the end of a period; `pending` is at most `maxPending` + 1. No row: the customer has no such card, or the consent does not
 * cover it. `to` may lie in the future.
 */
export const cardFrame = statement<EndOfList, [...OfCard, to: string, today: string]>(
  'card-transactions.statement-frame',
  /* sql */ `
  select last.booking_date::text as "lastDate", last.entry_reference as "lastReference",
    (select count(*)::integer from (
      select from card_pending_transaction t where t.card_id = c.card_id and t.transaction_date >= ${lapseDay('$5')} limit ${maxPending + 1}
    ) t) as pending
  ${ofCard}
  left join lateral (
    select t.booking_date, t.entry_reference from card_transaction t where t.card_id = c.card_id and t.booking_date <= $4::date
    order by t.booking_date desc, t.entry_reference desc limit 1
  ) last on true
  ${ofPrincipal}
`,
  { standby: true },
);

const pageSql = (table: string): string => /* sql */ `
  ${table}.card_id = h.resource_id and ${table}.value_date between $9::date and $10::date
    and (${table}.booking_date, ${table}.entry_reference) > ($4::date, $5::text) and (${table}.booking_date, ${table}.entry_reference) <= ($6::date, $7::text)
  order by ${table}.booking_date, ${table}.entry_reference
  limit $8::integer`;

export type OldestFirstParameters = [
  ...OfCard,
  afterDate: string,
  afterReference: string,
  toDate: string,
  toReference: string,
  take: number,
  valueFrom: string,
  valueTo: string,
];

/** A page of booked transactions, oldest first: those after one key, up to another. No row: as above. */
export const bookedOldestFirst = statement<BookedPage, OldestFirstParameters>(
  'card-transactions.booked-oldest-first',
  bookedPageSql('asc', pageSql),
  { standby: true, bytes: true },
);
