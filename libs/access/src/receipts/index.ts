export * from './checked-log.js';
export * from './merkle-tree.js';
export * from './receipt.js';
export * from './receipt-file.js';
export * from './receipt-file-form.js';
