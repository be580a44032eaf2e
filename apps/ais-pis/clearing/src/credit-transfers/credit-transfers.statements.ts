import type { CreditTransfer } from '@open-banking/contracts';
import { statement } from '@open-banking/database';
import type { Rejection } from './credit-transfers.messages.js';

export interface CreditTransferRow {
  readonly transferId: string;
  readonly message: CreditTransfer;
  readonly state: 'BOOKED' | 'REJECTED';
  readonly reason: Rejection | null;
  readonly decidedOn: string;
}

/** The operator who has received it; null: it came in for a developer of the sandbox. */
type ReceivedBy = string | null;

/** Serializes requests about one transfer until the transaction ends. */
export const lockCreditTransfer = statement<object, [transferId: string]>(
  'credit-transfers.lock',
  /* sql */ `
  select pg_advisory_xact_lock(hashtextextended('credit transfer ' || $1::text, 0))
`,
);

export const findCreditTransfer = statement<CreditTransferRow, [transferId: string]>(
  'credit-transfers.one',
  /* sql */ `
  select transfer_id as "transferId", message, state, reason, decided_on::text as "decidedOn" from credit_transfer where transfer_id = $1
`,
);

export const creditorAccountByIban = statement<{ accountId: string; currency: string }, [iban: string]>(
  'credit-transfers.account',
  /* sql */ `
  select account_id as "accountId", currency from account where iban = $1
`,
);

export const insertCreditTransfer = statement<
  never,
  [
    transferId: string,
    message: string,
    state: string,
    reason: string | null,
    postingId: string | null,
    today: string,
    receivedBy: ReceivedBy,
    now: Date,
  ]
>(
  'credit-transfers.insert',
  /* sql */ `
  insert into credit_transfer (transfer_id, message, state, reason, posting_id, decided_on, received_by, received_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
`,
);
