export { RetryPolicy } from './retry-policy.js';
export { freeze } from './process-signals.js';
export { RetryingPayer, type AcknowledgedPayment } from './retrying-payer.js';
export { accountsByOutcome, type Order } from './orders.js';
