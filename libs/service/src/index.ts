export { ClockInternal, clockState } from './clock/clock.internal.js';
export { WhenDue } from './clock/due-work.js';
export { SandboxClock, type ClockState } from './clock/sandbox-clock.js';
export * from './run.js';
export { previousHolder } from './sandbox-data.internal.js';
export * from './serve.js';
export type { ServiceOptions } from './service.module.js';
export type { ServiceState } from './health/service-state.internal.js';
export { AnnouncedMaintenance, type MaintenanceTimes } from './maintenance/announced-maintenance.js';
