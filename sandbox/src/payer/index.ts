export { RetryPolicy } from './retry-policy.js';
export { RetryingPayer, type AcknowledgedPayment } from './retrying-payer.js';
export { accountsByOutcome, canPay, hotOrder, hotPairOf, payee, randomOrder, type HotSide, type Order, type Outcome } from './orders.js';
