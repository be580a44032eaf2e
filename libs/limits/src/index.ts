export * from './limit-plan.js';
export * from './limits.module.js';
export * from './memory-window-storage.js';
export * from './rate-limit-headers.js';
export * from './rate-limit-subject.js';
export * from './rate-limits.service.js';
export * from './throttlers.js';
export * from './window-storage.js';
