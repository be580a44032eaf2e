export * from './plan.js';
export * from './template.js';
