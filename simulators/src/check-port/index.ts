export * from './check-port.js';
export * from './sandbox-rules.js';
