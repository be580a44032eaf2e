import type { Proof } from '@open-banking/feed';

const service = 'ais-pis';

/** What a collection states about one of its postings, and that posting with its amount on the debtor's account. */
const said = (posting: string, kind: string, sign: '-' | ''): string => /* sql */ `
  select 'collection ' || coalesce(c.collection_id, p.subject) as what,
         c.${posting} is not distinct from p.posting_id and (p.posting_id is null or exists (
           select from entry e where e.posting_id = p.posting_id and e.account_id = c.account_id and e.amount = ${sign}c.amount)) as ok
  from collection c
  full join (select posting_id, subject from posting where kind = '${kind}') p on p.subject = c.collection_id`;

export const collectionProofs: readonly Proof[] = [
  {
    service,
    name: 'a collection is debited once, with its amount, and only where it was booked',
    query: said('posting_id', 'COLLECTION', '-'),
  },
  {
    service,
    name: 'a collection is given back once, whole, and only where that was asked',
    query: said('refund_posting_id', 'COLLECTION_REFUNDED', ''),
  },
];
