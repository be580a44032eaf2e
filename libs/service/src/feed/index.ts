export { bookTarget, proverOf } from './book-target.js';
export { runsOf, type Touched } from './feed-runs.js';
export { BooksDisagree, changesOf, FeedRefused, type FeedChange, type FeedStep } from './feed-step.js';
export type { FeedGround, FeedTarget } from './feed-target.js';
export { RowChanges } from './row-changes.js';
