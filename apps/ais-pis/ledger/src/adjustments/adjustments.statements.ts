import { amountText, statement } from '@open-banking/database';

export interface AdjustmentRow {
  readonly adjustmentId: string;
  readonly accountId: string;
  readonly iban: string;
  readonly currency: string;
  readonly amount: string;
  readonly reason: string;
  readonly valueDate: string | null;
  readonly state: 'PROPOSED' | 'BOOKED' | 'REFUSED';
  readonly proposedBy: string;
  readonly proposedAt: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly bookedOn: string | null;
}

const columns = /* sql */ `
  d.adjustment_id as "adjustmentId", d.account_id as "accountId", a.iban, d.currency, ${amountText('d.currency', 'd.amount')} as amount, d.reason, d.value_date::text as "valueDate", d.state,
  d.proposed_by as "proposedBy", to_json(d.proposed_at) #>> '{}' as "proposedAt", d.decided_by as "decidedBy", to_json(d.decided_at) #>> '{}' as "decidedAt",
  d.booked_on::text as "bookedOn"`;

/** Locks the adjustment until the transaction ends. */
export const lockAdjustment = statement<AdjustmentRow, [adjustmentId: string]>(
  'adjustments.lock',
  /* sql */ `
  select ${columns} from adjustment d join account a using (account_id) where d.adjustment_id = $1 for no key update of d
`,
);

export const adjustmentAccount = statement<{ accountId: string; currency: string; booked: string }, [iban: string]>(
  'adjustments.account',
  /* sql */ `
  select a.account_id as "accountId", a.currency, coalesce(b.booked, 0)::text as booked
  from account a left join account_balance b on b.account_id = a.account_id
  where a.iban = $1
`,
);

/** Locks the balance of an account until the transaction ends. */
export const lockBalance = statement<{ booked: string }, [accountId: string]>(
  'adjustments.lock-balance',
  /* sql */ `
  select booked::text from account_balance where account_id = $1 for no key update
`,
);

/** Does nothing if an adjustment with this id exists. */
export const insertAdjustment = statement<
  { adjustmentId: string },
  [
    adjustmentId: string,
    accountId: string,
    currency: string,
    amount: string,
    reason: string,
    valueDate: string | null,
    proposedBy: string,
    now: Date,
  ]
>(
  'adjustments.insert',
  /* sql */ `
  insert into adjustment (adjustment_id, account_id, currency, amount, reason, value_date, state, proposed_by, proposed_at)
  values ($1, $2, $3, $4, $5, $6, 'PROPOSED', $7, $8)
  on conflict (adjustment_id) do nothing
  returning adjustment_id as "adjustmentId"
`,
);

export const decideAdjustment = statement<
  never,
  [adjustmentId: string, state: string, decidedBy: string, now: Date, postingId: string | null, bookedOn: string | null]
>(
  'adjustments.decide',
  /* sql */ `
  update adjustment set state = $2, decided_by = $3, decided_at = $4, posting_id = $5, booked_on = $6 where adjustment_id = $1
`,
);

/** Newest first; `after` is the last id of the previous page. */
export const listAdjustments = statement<AdjustmentRow, [state: string | null, after: string | null, max: number]>(
  'adjustments.list',
  /* sql */ `
  select ${columns}
  from adjustment d
  join account a using (account_id)
  where ($1::text is null or d.state = $1)
    and ($2::uuid is null or (d.proposed_at, d.adjustment_id) < (select proposed_at, adjustment_id from adjustment where adjustment_id = $2))
  order by d.proposed_at desc, d.adjustment_id desc
  limit $3
`,
);
