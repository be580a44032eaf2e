export * from './infrastructure-operations.js';
export * from './limits.js';
export { digits, text, uuid } from './operation.js';
export type * from './operation.js';
export { issuers, operatorRoles } from './operation.js';
export * from './path.js';
export * from './services.js';
export * from './table.js';
export * from './token.js';
