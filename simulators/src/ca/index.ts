export * from './authority-rotation.js';
export * from './client-certificate.js';
export * from './revocations.js';
export * from './sandbox-ca.js';
export * from './third-party-certificate.js';
export * from './make-trust-files.js';
export * from './trust-files.js';
