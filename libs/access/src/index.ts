export * from './customer-resources.js';
export * from './internal-calls.js';
export * from './internal-token.js';
export * from './introspection.js';
export * from './may.js';
export * from './reader.js';
export * from './remote-token-authority.js';
export * from './who.js';
