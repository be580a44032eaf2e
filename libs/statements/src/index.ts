export * from './booked-balances.js';
export * from './camt-053.js';
export * from './camt-053-entry.js';
export * from './csv.js';
export * from './statement-page.js';
