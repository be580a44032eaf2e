export * from './checked-log.js';
export * from './merkle-tree.js';
export * from './receipt.js';
