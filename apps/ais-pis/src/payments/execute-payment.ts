import { job } from '@open-banking/commands';

export interface ExecutePayment {
  readonly paymentId: string;
}

/** The job that executes a payment; added in the transaction that approves it. */
export const executePayment = job<ExecutePayment>('execute-payment', { retryAtMostSeconds: 10 });
