export * from './audit.js';
export * from './commands.js';
export * from './commands.module.js';
