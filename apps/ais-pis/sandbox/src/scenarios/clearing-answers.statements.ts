import { statement } from '@open-banking/database';
import type { PaymentTimes } from '@open-banking/ais-pis-payments';

/** A payment of one of the developer's clients, with its instruction, where clearing has been told. */
export interface ClearedPayment extends PaymentTimes {
  readonly clientId: string;
  readonly instructionId: string | null;
  readonly instructionState: string | null;
}

/** Locks the payment against execution until the transaction ends. No row: it is of no client of this developer. */
export const lockDevelopersPayment = statement<{ readonly paymentId: string }, [developerHash: Buffer, paymentId: string]>(
  'scenarios.lock-payment',
  /* sql */ `
  select p.payment_id as "paymentId"
  from payment p join client c on c.client_id = p.client_id and c.registered_from is not distinct from $1
  where p.payment_id = $2
  for no key update of p
`,
);

/** The locked payment: in a statement of its own, because one that waited for a lock sees all other rows as before the wait. */
export const clearedPayment = statement<ClearedPayment, [paymentId: string]>(
  'scenarios.cleared-payment',
  /* sql */ `
  select p.client_id as "clientId", p.transaction_status as "transactionStatus", p.approve_by as "approveBy",
    i.instruction_id as "instructionId", i.state as "instructionState"
  from payment p
  left join clearing_instruction i on i.payment_id = p.payment_id
  where p.payment_id = $1
`,
);

export const setClearingAnswer = statement<never, [paymentId: string, answer: string, reason: string]>(
  'scenarios.set-clearing-answer',
  /* sql */ `
  insert into payment_clearing_answer (payment_id, answer, reason) values ($1, $2, $3)
  on conflict (payment_id) do update set answer = excluded.answer, reason = excluded.reason
`,
);
