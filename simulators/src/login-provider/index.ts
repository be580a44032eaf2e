export * from './faults.js';
export * from './login-provider-process.js';
export * from './login-client.js';
