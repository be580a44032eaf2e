export { RetryPolicy } from './retry-policy.js';
export { freeze } from './process-signals.js';
