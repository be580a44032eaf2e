export * from './rate-limit-headers.js';
export * from './rate-limits.service.js';
export * from './limits.module.js';
export * from './memory-window-store.js';
export * from './plan.js';
export * from './rate-limit-subject.js';
export * from './window-store.js';
export * from './throttlers.js';
