import type { ClearingRule, Instruction, InstructionTotal } from '@open-banking/contracts';
import { amountText, statement } from '@open-banking/database';

export type InstructionRow = Omit<Instruction, 'settlementDate' | 'late' | 'answerBy'> & { readonly answerBy: Date };

const columns = `
  instruction_id as "instructionId", kind, collection_id as "collectionId", payment_id as "paymentId", payment_product as product, currency, ${amountText('currency', 'amount')} as amount, state, reason,
  instructed_on::text as "instructedOn", to_json(instructed_at) #>> '{}' as "instructedAt", to_json(changed_at) #>> '{}' as "changedAt", answer_by as "answerBy", message
`;

/** What clearing is told. */
const payments = "(select *, 'payment' as kind, null::uuid as collection_id from clearing_instruction) i";

/** Payments, and what else the core is told; of these `product` is the kind. */
const listed = /* sql */ `(
    select instruction_id, 'payment' as kind, payment_id, null::uuid as collection_id, payment_product, currency, amount, state, reason,
           instructed_on, instructed_at, changed_at, answer_by, message
    from clearing_instruction
    union all
    select instruction_id, kind, case when kind in ('hold', 'release') then subject end, case when kind in ('collection', 'refund') then subject end, kind,
           currency, amount, state, reason, instructed_on, instructed_at, changed_at, answer_by, message
    from booking_instruction
  ) i`;

export const instructionsOfDay = statement<InstructionRow, [day: string, product: string | null, after: string | null, max: number]>(
  'clearing.of-day',
  /* sql */ `
  select ${columns}
  from ${listed}
  where instructed_on = $1 and instruction_id > coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid) and ($2::text is null or payment_product = $2)
  order by instruction_id
  limit $4
`,
);

export const totalsOfDay = statement<InstructionTotal, [day: string, product: string | null]>(
  'clearing.totals-of-day',
  /* sql */ `
  select payment_product as product, currency, state, count(*)::int as count, ${amountText('currency', 'sum(amount)')} as amount
  from clearing_instruction
  where instructed_on = $1 and ($2::text is null or payment_product = $2)
  group by payment_product, currency, state
  order by payment_product, currency, state
`,
);

/** Instructions up to and including today that clearing has not answered. */
export const unansweredInstructions = statement<InstructionRow, [today: string, product: string | null, after: string | null, max: number]>(
  'clearing.unanswered',
  /* sql */ `
  select ${columns}
  from ${listed}
  where state = 'INSTRUCTED' and instructed_on <= $1 and ($3::uuid is null or instruction_id > $3) and ($2::text is null or payment_product = $2)
  order by instruction_id
  limit $4
`,
);

/** Instructions whose answer is late, found by the index on unanswered ones. */
export const lateInstructions = statement<
  InstructionRow,
  [now: Date, today: string, product: string | null, after: string | null, max: number]
>(
  'clearing.late',
  /* sql */ `
  select ${columns}
  from ${listed}
  where state = 'INSTRUCTED' and instructed_on <= $2 and answer_by <= $1 and ($4::uuid is null or instruction_id > $4) and ($3::text is null or payment_product = $3)
  order by instruction_id
  limit $5
`,
);

/** Unanswered instructions after an id. */
export const instructionsToReceive = statement<InstructionRow, [after: string, max: number]>(
  'clearing.to-receive',
  /* sql */ `
  select ${columns}
  from ${payments}
  where state = 'INSTRUCTED' and instruction_id > $1::uuid
  order by instruction_id
  limit $2
`,
);

export const instructionsOfIds = statement<InstructionRow, [instructionIds: readonly string[]]>(
  'clearing.of-ids',
  /* sql */ `
  select ${columns} from ${payments} where instruction_id = any($1::uuid[]) order by instruction_id
`,
);

export const instructionState = statement<{ state: string; answerBy: Date }, [instructionId: string]>(
  'clearing.state',
  `
  select state, answer_by as "answerBy" from clearing_instruction where instruction_id = $1
`,
);

export const clearingRules = statement<ClearingRule>(
  'clearing.rules',
  /* sql */ `
  select rule_id::text as "ruleId", answer, reason, (after_ms / 1000.0)::float8 as "afterSeconds", payment_product as product, creditor, amount_from::text as "amountFrom"
  from clearing_rule
  order by rule_id desc
`,
);

export const addClearingRule = statement<
  { ruleId: string },
  [answer: string, reason: string | null, afterMs: number, product: string | null, creditor: string | null, amountFrom: string | null]
>(
  'clearing.add-rule',
  /* sql */ `
  insert into clearing_rule (answer, reason, after_ms, payment_product, creditor, amount_from) values ($1, $2, $3, $4, $5, $6)
  returning rule_id::text as "ruleId"
`,
);

/** Removes one rule, or every rule if the id is 'all'. */
export const removeClearingRules = statement<{ ruleId: string }, [ruleId: string]>(
  'clearing.remove-rules',
  /* sql */ `
  delete from clearing_rule where $1 = 'all' or rule_id::text = $1 returning rule_id::text as "ruleId"
`,
);
