export * from './sandbox-ca.js';
