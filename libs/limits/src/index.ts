export * from './client-limit.guard.js';
export * from './headers.js';
export * from './limits.js';
export * from './limits.module.js';
export * from './memory-window-store.js';
export * from './plan.js';
export * from './subject.js';
export * from './window-store.js';
