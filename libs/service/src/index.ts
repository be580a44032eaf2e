export * from './clock/index.js';
export { errorFields, logs, masked } from './log.js';
export * from './serve.js';
export * from './start-up-check.js';
