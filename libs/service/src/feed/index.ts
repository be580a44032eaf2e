export { tableTarget, proverOf, slicesOf } from './table-target.js';
export { runsOf, type Touched } from './feed-runs.js';
export { LedgerMismatch, changesOf, FeedRefused, namingLine, type FeedChange, type FeedPace, type FeedStep } from './feed-step.js';
export type { FeedContext, FeedTarget } from './feed-target.js';
export { RowChanges } from './row-changes.js';
