import { job } from '@open-banking/commands';

export interface ExecutePayment {
  readonly paymentId: string;
}

/** How many payments one transaction executes at most: their accounts stay locked until all are written. */
export const paymentsInGroup = 50;

/** The job that executes a payment; added in the transaction that approves it. Those that are due together are executed together. */
export const executePayment = job<ExecutePayment>('execute-payment', { maxRetryDelaySeconds: 10, inGroupsOf: paymentsInGroup });
