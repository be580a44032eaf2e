export * from './check-log.js';
