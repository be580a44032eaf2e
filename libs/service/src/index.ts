export * from './clock/index.js';
export { errorFields } from './error-fields.js';
export { logs, masked } from './log.js';
export { formerHolder } from './sandbox-data.internal.js';
export * from './serve.js';
export type { Serving } from './service.module.js';
export * from './start-up-check.js';
export type { ServiceState } from './health/index.js';
export { AnnouncedMaintenance, type MaintenanceTimes } from './maintenance/index.js';
