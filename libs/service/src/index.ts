export * from './clock/index.js';
export * from './run.js';
export * from './serve.js';
export type { ServiceOptions } from './service.module.js';
export * from './start-up-check.js';
export type { ServiceState } from './health/index.js';
export { AnnouncedMaintenance, type MaintenanceTimes } from './maintenance/index.js';
