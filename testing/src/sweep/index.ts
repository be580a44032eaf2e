export * from './encoded-path.js';
export * from './everything.js';
export * from './internal-callers.js';
export * from './promised.js';
export * from './unknown-resource.js';
