export { books, entryTextProofs, feedFormat, paymentProofs } from './books.js';
export { accountFeed } from './feed/account-feed.js';
export { loadFormat } from './load-format.js';
