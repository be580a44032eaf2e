import { statement } from '@open-banking/database';
import { isInternalSettlement } from './reconciliation/internal-settlement.js';

/** What clearing was to pay out, by the days of the instructions: its settlement may come later. */
export const settledInstructionsBefore = statement<
  { product: string; currency: string; instructedOn: string; amount: string },
  [day: string]
>(
  'clearing.settled-instructions-before',
  /* sql */ `
  select payment_product as product, currency, instructed_on::text as "instructedOn", sum(amount)::text as amount
  from clearing_instruction i
  where instructed_on < $1 and state in ('ACCEPTED', 'RETURNED') and not (${isInternalSettlement})
  group by 1, 2, instructed_on
`,
);

/** What else it settled: returns, transfers, collections and their refunds, as the settlement account sees it. */
export const settledPostingsBefore = statement<{ currency: string; amount: string }, [day: string]>(
  'clearing.settled-postings-before',
  /* sql */ `
  select l.currency, sum(-l.amount)::text as amount
  from posting p join internal_leg l on l.posting_id = p.posting_id and l.internal_account in ('CLEARING', 'COLLECTIONS')
  where p.kind in ('PAYMENT', 'PAYMENT_REJECTED', 'PAYMENT_RETURNED', 'CREDIT_TRANSFER', 'COLLECTION', 'COLLECTION_REFUNDED')
    and p.kind not in ('PAYMENT', 'PAYMENT_REJECTED') and p.booking_date < $1
  group by 1
`,
);
