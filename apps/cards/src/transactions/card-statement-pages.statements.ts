import { type ResourceGrants } from '@open-banking/access';
import { statement } from '@open-banking/database';
import { lapseDay } from '../cards/cards.statements.js';
import { bookedMembers, cardMembers, transactionTextFormat } from './transactions.messages.js';
import { maxPending, ofCard, ofPrincipal, type BookedPage } from './transactions.statements.js';

type OfCard = [psuId: string, granted: ResourceGrants, cardId: string];

/** A card at the end of a period: the key of the last booked transaction, and how many transactions are pending. */
export interface CardFrame {
  readonly lastDate: string | null;
  readonly lastReference: string | null;
  /** Counted up to `maxPending` + 1. */
  readonly pending: number;
}

/** No row: the customer has no such card, or the consent does not cover it. `to` may lie in the future. */
export const cardFrame = statement<CardFrame, [...OfCard, to: string, today: string]>(
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

/**
 * A page of booked transactions, oldest first: those after one key, up to another. No row: as above. Keys and texts are joined as in
 * `card-transactions.booked`.
 */
export const bookedOldestFirst = statement<BookedPage, OldestFirstParameters>(
  'card-transactions.booked-oldest-first',
  /* sql */ `
  select '{' || ${cardMembers} || '}' as card, p.*
  ${ofCard}
  cross join lateral (
    select count(k.place)::integer as found,
      coalesce(string_agg(
        case when x.format = ${transactionTextFormat} then '{' || x.members || '}' else (
          select '{' || ${bookedMembers} || '}'
          from card_transaction t where t.card_id = h.resource_id and t.booking_date = k.booking_date and t.entry_reference = k.entry_reference
        ) end, ',' order by k.place) filter (where k.place < $8::integer), '') as transactions,
      max(k.booking_date) filter (where k.place = $8::integer - 1)::text as "lastDate", max(k.entry_reference) filter (where k.place = $8::integer - 1) as "lastReference"
    from (
      select t.booking_date, t.entry_reference, row_number() over (order by t.booking_date, t.entry_reference) as place
      from card_transaction t
      where ${pageSql('t')}
    ) k
    full join (select * from card_transaction_text x where ${pageSql('x')}) x on x.booking_date = k.booking_date and x.entry_reference = k.entry_reference
  ) p
  ${ofPrincipal}
`,
  { standby: true, bytes: true },
);
