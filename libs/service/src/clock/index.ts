export { ClockInternal, clockState } from './clock.internal.js';
export { WhenDue } from './due-work.js';
export { SandboxClock, type ClockState } from './sandbox-clock.js';
