import { statement } from '@open-banking/database';

export interface ResolutionRow {
  readonly state: 'ACCEPTED' | 'REJECTED';
  readonly reason: string | null;
  readonly contradicted: boolean;
  readonly settled: boolean;
}

export const resolutionOf = statement<ResolutionRow, [instructionId: string]>(
  'investigations.resolution',
  /* sql */ `
  select state, reason, contradicted_at is not null as contradicted, settled_at is not null as settled from clearing_resolution where instruction_id = $1
`,
);

export const insertResolution = statement<never, [instructionId: string, state: string, reason: string | null, note: string, now: Date]>(
  'investigations.resolve',
  /* sql */ `
  insert into clearing_resolution (instruction_id, state, reason, note, resolved_at) values ($1, $2, $3, $4, $5)
`,
);

/** Records an answer of clearing that contradicts an operator's resolution; the first one is kept. No row: there is no resolution. */
export const noteClearingContradiction = statement<
  { state: string; paymentId: string },
  [instructionId: string, state: string, reason: string | null, now: Date]
>(
  'investigations.contradict',
  /* sql */ `
  update clearing_resolution r
  set contradicted_by = coalesce(contradicted_by, $2), contradiction_reason = coalesce(contradiction_reason, $3), contradicted_at = coalesce(contradicted_at, $4)
  from clearing_instruction i
  where r.instruction_id = $1 and i.instruction_id = r.instruction_id
  returning r.state, i.payment_id as "paymentId"
`,
);

/** Records how an operator settled a contradiction. No row: no contradiction is open. */
export const settleContradiction = statement<{ paymentId: string }, [instructionId: string, note: string, now: Date]>(
  'investigations.settle',
  /* sql */ `
  update clearing_resolution r
  set settlement_note = $2, settled_at = $3
  from clearing_instruction i
  where r.instruction_id = $1 and r.contradicted_at is not null and r.settled_at is null and i.instruction_id = r.instruction_id
  returning i.payment_id as "paymentId"
`,
);

/** Cases for an operator: late answers, and contradictions that are not settled. */
export const countInvestigations = statement<
  { product: string; state: 'open' | 'contradicted'; count: number },
  [now: Date, today: string]
>(
  'investigations.count',
  /* sql */ `
  select payment_product as product, 'open' as state, count(*)::int as count from clearing_instruction
  where state = 'INSTRUCTED' and instructed_on <= $2 and answer_by <= $1 group by payment_product
  union all
  select kind, 'open', count(*)::int from booking_instruction where state = 'INSTRUCTED' and instructed_on <= $2 and answer_by <= $1 group by kind
  union all
  select i.payment_product, 'contradicted', count(*)::int from clearing_resolution r join clearing_instruction i on i.instruction_id = r.instruction_id
  where r.contradicted_at > '-infinity' and r.contradicted_at is not null and r.settled_at is null group by i.payment_product
`,
);
