export { tables, entryTextProofs, feedFormat, paymentProofs } from './tables.js';
export { accountFeed } from './feed/account-feed.js';
export { loadFormat } from './load-format.js';
