export { ClockInternal, clockState } from './clock.internal.js';
export { WhenDue } from './due-work.js';
export { SandboxClock } from './sandbox-clock.js';
