import { statement } from '@open-banking/database';

export interface PositionRow {
  readonly recoveries: number;
  readonly sealNumber: string;
  readonly hash: string;
  readonly hashAtMark: string | null;
  readonly archivedTo: string;
  readonly knowsInstruction: boolean;
  /** Number of the open recovery. */
  readonly open: number | null;
}

/** The position of the database, compared with a mark. */
export const position = statement<PositionRow, [sealNumber: string, instructionId: string | null]>(
  'recovery.position',
  /* sql */ `
  select h.seal_number::text as "sealNumber", encode(h.hash, 'hex') as hash,
         coalesce(
           (select encode(s.hash, 'hex') from audit_seal s where s.seal_number = $1::bigint),
           (select encode(a.hash, 'hex') from audit_anchor a where a.seal_number = $1::bigint)
         ) as "hashAtMark",
         coalesce((select max(a.seal_number) from audit_anchor a where a.seal_number > 0), 0)::text as "archivedTo",
         $2::uuid is null or exists (select from clearing_instruction where instruction_id = $2) or exists (select from booking_instruction where instruction_id = $2) as "knowsInstruction",
         coalesce(r.recovery_number - (r.ended_at is null)::int, 0) as recoveries, case when r.ended_at is null then r.recovery_number end as open
  from audit_head h
  left join lateral (select recovery_number, ended_at from recovery where recovery_number > 0 order by recovery_number desc limit 1) r on true
  where h.audit_head
`,
  { polled: true },
);

/** Held until the transaction ends: one replica at a time replaces the mark. */
export const lockMark = statement<object>('recovery.lock-mark', "select pg_advisory_xact_lock(hashtextextended('high-water mark', 0))");

/** Does nothing if another replica was faster. */
export const beginRecovery = statement<{ recoveryNumber: number }, [reason: string, now: Date]>(
  'recovery.begin',
  /* sql */ `
  insert into recovery (recovery_number, reason, detected_at)
  select coalesce(max(recovery_number), 0) + 1, $1, $2 from recovery where recovery_number > 0
  on conflict do nothing
  returning recovery_number as "recoveryNumber"
`,
);

export interface RecoveryRow {
  readonly recoveryNumber: number;
  readonly reason: string;
  readonly detectedAt: string;
  readonly taken: number;
  readonly problems: number;
}

/** Locks the open recovery until the transaction ends. No row: no recovery is open. */
export const openRecovery = statement<RecoveryRow>(
  'recovery.open',
  /* sql */ `
  select recovery_number as "recoveryNumber", reason, to_json(detected_at) #>> '{}' as "detectedAt",
         (select count(*)::int from recovered_instruction i where i.recovery_number = r.recovery_number and i.problem is null) as taken,
         (select count(*)::int from recovered_instruction i where i.recovery_number = r.recovery_number and i.problem is not null) as problems
  from recovery r
  where ended_at is null
  for no key update of r
`,
);

export const endRecovery = statement<never, [recoveryNumber: number, endedBy: string, now: Date]>(
  'recovery.end',
  /* sql */ `
  update recovery set ended_by = $2, ended_at = $3 where recovery_number = $1
`,
);

/** Allows only this transaction to move money while a recovery is open. */
export const allowInRecovery = statement<object>('recovery.allow', `select set_config('open_banking.recovering', 'on', true)`);

export const paymentOfInstruction = statement<{ paymentId: string }, [instructionId: string]>(
  'recovery.instruction',
  /* sql */ `
  select payment_id as "paymentId" from clearing_instruction where instruction_id = $1
`,
);

export const debtorByIban = statement<{ accountId: string; currency: string }, [iban: string]>(
  'recovery.debtor',
  /* sql */ `
  select account_id as "accountId", currency from account where iban = $1
`,
);

/** Inserts a removed client for recovered payments whose client the database does not contain. */
export const insertLostClient = statement<never, [clientId: string, now: Date]>(
  'recovery.insert-client',
  /* sql */ `
  insert into client (client_id, name, secret_hash, auth_method, roles, redirect_uris, created_at, removed_at)
  values ($1, 'Not known since the restore', 'none', 'client_secret_basic', '{}', '{}', $2, $2)
  on conflict (client_id) do nothing
`,
);

/** Sets the debited account and execution date if the database lacks the approval. */
export const settleDebtor = statement<never, [paymentId: string, accountId: string, today: string]>(
  'recovery.settle-debtor',
  /* sql */ `
  update payment set debtor_account_id = coalesce(debtor_account_id, $2), execution_date = coalesce(execution_date, $3) where payment_id = $1
`,
);

export const insertLostInstruction = statement<
  never,
  [
    instructionId: string,
    paymentId: string,
    product: string,
    currency: string,
    amount: string,
    message: string,
    instructedOn: string,
    instructedAt: string,
    now: Date,
  ]
>(
  'recovery.insert-instruction',
  /* sql */ `
  insert into clearing_instruction (instruction_id, payment_id, payment_product, currency, amount, message, instructed_on, instructed_at, changed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
`,
);

export const noteRecovered = statement<
  never,
  [
    instructionId: string,
    paymentId: string,
    recoveryNumber: number,
    clientId: string | null,
    endToEndId: string | null,
    problem: string | null,
    takenBy: string,
    now: Date,
  ]
>(
  'recovery.note',
  /* sql */ `
  insert into recovered_instruction (instruction_id, payment_id, recovery_number, client_id, end_to_end_id, problem, taken_by, taken_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (instruction_id) do update set recovery_number = $3, problem = $6, taken_by = $7, taken_at = $8
`,
);
