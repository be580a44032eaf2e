export { ClockInternal, stateOf } from './clock.internal.js';
export { WhenDue } from './due-work.js';
export { MovedClock, type ClockState } from './moved-clock.js';
