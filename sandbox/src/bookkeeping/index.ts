export { BookkeepingSystem, type BookkeepingOptions } from './bookkeeping-system.js';
export { bookkeepingKeys } from './bookkeeping-keys.js';
