export * from './booked-balances.js';
export * from './camt-053.js';
export * from './csv.js';
export type * from './listed-entry.js';
export * from './statement-page.js';
