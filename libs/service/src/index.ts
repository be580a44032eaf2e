export { ClockInternal, clockState } from './clock/clock.internal.js';
export { WhenDue } from './clock/due-work.js';
export { SandboxClock } from './clock/sandbox-clock.js';
export * from './run.js';
export * from './serve.js';
export type { ServiceOptions } from './service.module.js';
export * from './start-up-check.js';
export { AnnouncedMaintenance, type MaintenanceTimes } from './maintenance/announced-maintenance.js';
export { type UnservedPage, UnservedPages } from './unserved-pages.js';
