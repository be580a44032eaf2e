export * from './qc-statements.js';
export * from './sealing-certificate.js';
export * from './signed-requests.js';
export * from './trust.js';
