import { statement } from '@open-banking/database';
import type { PaymentRequest } from '../payments.messages.js';
import type { TransactionStatus } from '../payment.js';

/** A payment with the debtor's and the creditor's account, where they are at this bank. */
export interface PaymentToExecute {
  readonly paymentId: string;
  readonly clientId: string;
  readonly product: string;
  readonly request: PaymentRequest;
  readonly status: TransactionStatus;
  readonly currency: string;
  readonly amount: string;
  readonly fee: string;
  readonly requested: string | null;
  readonly executionDate: string | null;
  readonly debtorAccountId: string | null;
  readonly debtorIban: string;
  readonly debtorName: string;
  readonly debtorAgent: string;
  readonly creditorAccountId: string | null;
  readonly creditorCurrency: string | null;
}

/** Locks the payment against execution, cancellation and answers until the transaction ends. */
export const lockPayment = statement<PaymentToExecute, [paymentId: string]>(
  'execution.lock',
  /* sql */ `
  select p.payment_id as "paymentId", p.client_id as "clientId", p.payment_product as product, p.request, p.transaction_status as status, p.currency, p.amount::text, p.fee::text,
         p.requested_execution_date::text as requested, p.execution_date::text as "executionDate",
         p.debtor_account_id as "debtorAccountId", d.iban as "debtorIban", d.owner_name as "debtorName", d.bic as "debtorAgent",
         c.account_id as "creditorAccountId", c.currency as "creditorCurrency"
  from payment p
  left join account d on d.account_id = p.debtor_account_id
  left join account c on c.iban = p.request -> 'creditorAccount' ->> 'iban'
  where p.payment_id = $1
  for no key update of p
`,
);

/** The account of this bank with an IBAN derived from a domestic number. */
export const creditorByIban = statement<{ creditorAccountId: string; creditorCurrency: string }, [iban: string]>(
  'execution.creditor',
  /* sql */ `
  select account_id as "creditorAccountId", currency as "creditorCurrency" from account where iban = $1
`,
);

/** Payments whose execution day has come, found by the index on it. */
export const duePayments = statement<{ paymentId: string }, [today: string, after: string | null, most: number]>(
  'execution.due',
  /* sql */ `
  select payment_id as "paymentId" from payment
  where execution_date <= $1 and transaction_status in ('PDNG', 'ACFC') and ($2::uuid is null or payment_id > $2)
  order by payment_id
  limit $3
`,
);
