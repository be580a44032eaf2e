import { statement } from '@open-banking/database';
import type { PaymentRequest } from './payments.messages.js';
import type { PaymentReason } from './payment-reason.js';
import type { Times } from './payment.js';

export interface PaymentRow extends Times { readonly paymentId: string; readonly request: PaymentRequest; readonly statusReason: PaymentReason | null }

export const insertPayment = statement<never, [
  paymentId: string, clientId: string, product: string, request: string, currency: string, amount: string, executionDate: string | null, status: string, now: Date, approveBy: Date,
]>('payments.insert', /* sql */ `
  insert into payment (payment_id, client_id, payment_product, request, currency, amount, requested_execution_date, transaction_status, created_at, status_changed_at, approve_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)
`);

/** No row: no such payment of this client under this product. */
export const paymentOfClient = statement<PaymentRow, [clientId: string, product: string, paymentId: string]>('payments.one', /* sql */ `
  select payment_id as "paymentId", request, transaction_status as "transactionStatus", status_reason as "statusReason", approve_by as "approveBy"
  from payment
  where client_id = $1 and payment_product = $2 and payment_id = $3
`);

/** The account of this bank that has this IBAN. */
export const accountByIban = statement<{ accountId: string }, [iban: string]>('payments.account-by-iban', /* sql */ `
  select account_id as "accountId" from account where iban = $1
`);
