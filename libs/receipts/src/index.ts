export * from './checked-log.js';
export * from './customer-receipts.js';
export * from './merkle-tree.js';
export * from './receipt.js';
export * from './receipt-file.js';
export * from './receipt-file-form.js';
export { ReceiptCollector } from './receipt-collector.js';
export { ReceiptStore } from './receipt-store.js';
export * from './recorded-receipts.js';
