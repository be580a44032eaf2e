export * from './pipeline.js';
export * from './authenticate.guard.js';
export * from './rate-limit.guard.js';
export * from './request-signature.guard.js';
export * from './path-parameters.guard.js';
export * from './consent.guard.js';
export * from './request-validation.guard.js';
export * from './consent-frequency.guard.js';
