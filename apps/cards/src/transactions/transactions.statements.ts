import { type ResourceGrants, isGranted } from '@open-banking/access';
import { runsOfPages, statement } from '@open-banking/database';
import { lapseDay } from '../cards/cards.statements.js';
import { bookedMembers, cardMembers, pendingMembers, transactionTextFormat } from './transactions.messages.js';

/** A page as PostgreSQL writes it, in UTF-8: the card, and a list of transactions, which are JSON objects with commas between them. */
export interface CardPage {
  readonly card: Buffer;
  readonly transactions: Buffer;
}

/** Of a list in pages: which card, and where the page ends. */
export interface PageOfCard {
  readonly card: Buffer;
  /** How many transactions were found: one more than are written tells that there is a next page. */
  readonly found: number;
  /** The key of the last transaction that is written, where there is a next page. */
  readonly lastDate: Buffer | null;
  readonly lastReference: Buffer | null;
}

export interface BookedPage extends PageOfCard, CardPage {}

/** A page of texts: the members of JSON objects, with `},{` between two. Null where a text is missing or has another format. */
export interface TextPage extends PageOfCard {
  readonly members: Buffer | null;
}

export type BookedParameters = [
  psuId: string,
  granted: ResourceGrants,
  cardId: string,
  from: string,
  to: string,
  afterDate: string | null,
  afterReference: string | null,
  take: number,
  valueFrom: string,
  valueTo: string,
];

const pageSql = (table: string, rows: string): string => /* sql */ `
  ${table}.card_id = h.resource_id and ${table}.booking_date >= $4::date and ${table}.value_date between $9::date and $10::date
    and (${table}.booking_date, ${table}.entry_reference) < (coalesce($6::date, $5::date + 1), coalesce($7::text, ''))
  order by ${table}.booking_date desc, ${table}.entry_reference desc
  limit ${rows}`;
export const ofCard = /* sql */ `
  from holder h
  join card c on c.card_id = h.resource_id`;
export const ofPrincipal = `where h.psu_id = $1 and ${isGranted} and h.resource_id = $3`;

/**
 * A page of booked transactions, newest first, if the text of each is there; `bookedPage` has the page otherwise. Keys and texts are two
 * pages of the same order, whose references are compared: only what is booked has a text. No row: the customer has no such card, or the
 * consent does not cover it.
 */
export const bookedTexts = statement<TextPage, BookedParameters>(
  'card-transactions.booked-texts',
  /* sql */ `
  select '{' || ${cardMembers} || '}' as card, k.found,
    case when k.found = 0 then '' when k.refs[1:$8::integer - 1] = x.refs then x.members end as members,
    x.last_day::text as "lastDate", x.refs[$8::integer - 1] as "lastReference"
  ${ofCard}
  cross join lateral (
    select count(*)::integer as found, array_agg(t.entry_reference) as refs
    from (select t.entry_reference from card_transaction t where ${pageSql('t', '$8::integer')}) t
  ) k
  cross join lateral (
    select array_agg(x.entry_reference) as refs, min(x.booking_date) as last_day, string_agg(x.members, '},{') as members
    from (select x.* from card_transaction_text x where ${pageSql('x', '$8::integer - 1')}) x
    where x.format = ${transactionTextFormat}
  ) x
  ${ofPrincipal}
`,
  {
    standby: true,
    bytes: true,
    together: ['uuid', 'uuid[]', 'uuid', 'date', 'date', 'date', 'text', 'int', 'date', 'date'],
    runs: runsOfPages,
  },
);

/**
 * A page of booked transactions. `page`: the condition, order and limit ($8) of a table's rows. Keys and texts are two pages of the same
 * order and length, of which the texts without a key have no place. A full join, as that is merged or hashed in every plan: a left join
 * compared each key with each text (11 ms, not 2). A transaction without a text is written from its columns.
 */
export const bookedPageSql = (direction: 'asc' | 'desc', page: (table: string) => string): string => /* sql */ `
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
      select t.booking_date, t.entry_reference, row_number() over (order by t.booking_date ${direction}, t.entry_reference ${direction}) as place
      from card_transaction t
      where ${page('t')}
    ) k
    full join (select * from card_transaction_text x where ${page('x')}) x on x.booking_date = k.booking_date and x.entry_reference = k.entry_reference
  ) p
  ${ofPrincipal}
`;

/** A page of booked transactions, newest first. No row: as above. */
export const bookedPage = statement<BookedPage, BookedParameters>(
  'card-transactions.booked',
  bookedPageSql('desc', (table) => pageSql(table, '$8::integer')),
  { standby: true, bytes: true },
);

/** So many pending transactions are listed. */
export const maxPending = 500;

/** Authorised, not yet booked transactions. They are few, so not paged. No row: as above. */
export const pendingTransactions = statement<CardPage, [psuId: string, granted: ResourceGrants, cardId: string, today: string]>(
  'card-transactions.pending',
  /* sql */ `
  select '{' || ${cardMembers} || '}' as card, coalesce(p.transactions, '') as transactions
  ${ofCard}
  cross join lateral (
    select string_agg('{' || ${pendingMembers} || '}', ',' order by t.transaction_date desc, t.entry_reference desc) as transactions
    from (
      select t.*
      from card_pending_transaction t
      where t.card_id = c.card_id and t.transaction_date >= ${lapseDay('$4')}
      order by t.transaction_date desc, t.entry_reference desc
      limit ${maxPending}
    ) t
  ) p
  ${ofPrincipal}
`,
  { standby: true, bytes: true },
);
