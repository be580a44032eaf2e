import { statement } from '@open-banking/database';

export type CancellationState = 'pending' | 'approved' | 'refused' | 'lapsed';
export interface CancellationRow {
  readonly cancellationId: string;
  readonly state: CancellationState;
  readonly answerBy: Date;
}

/** The latest cancellation request of a mandate; no row if there never was one. */
export const lastCancellation = statement<CancellationRow, [clientId: string, resourceId: string]>(
  'cancellations.last',
  /* sql */ `
  select c.cancellation_id as "cancellationId", c.state, c.answer_by as "answerBy"
  from mandate_cancellation c join mandate m on m.resource_id = c.resource_id
  where c.resource_id = $2 and m.client_id = $1
  order by c.asked_at desc limit 1
`,
);

export const insertCancellation = statement<never, [cancellationId: string, resourceId: string, now: Date, answerBy: Date]>(
  'cancellations.insert',
  /* sql */ `
  insert into mandate_cancellation (cancellation_id, resource_id, asked_at, answer_by, state) values ($1, $2, $3, $4, 'pending')
`,
);

/** No row: it is no longer pending. */
export const closeCancellation = statement<{ cancellationId: string }, [cancellationId: string, state: string, now: Date]>(
  'cancellations.close',
  /* sql */ `
  update mandate_cancellation set state = $2, closed_at = $3 where cancellation_id = $1 and state = 'pending'
  returning cancellation_id as "cancellationId"
`,
);

/** Closes requests that nobody answered in time; their mandates are unchanged. */
export const cancellationsNotAnswered = statement<never, [now: Date]>(
  'cancellations.not-answered',
  /* sql */ `
  update mandate_cancellation set state = 'lapsed', closed_at = $1 where state = 'pending' and answer_by <= $1
`,
);
