import { job } from '@open-banking/commands';

export interface ExecutePayment {
  readonly paymentId: string;
}

/** Added in the transaction that approves a payment. */
export const executePayment = job<ExecutePayment>('execute-payment', { retryAtMostSeconds: 10 });
