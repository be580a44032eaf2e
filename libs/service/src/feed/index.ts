export { bookTarget } from './book-target.js';
export { BooksDisagree, changesOf, FeedRefused, type FeedChange, type FeedStep } from './feed-step.js';
export type { FeedGround, FeedTarget } from './feed-target.js';
export { RowChanges } from './row-changes.js';
