import { requestFromRun } from './run-request.js';

/** Reports to the run that a test has provoked so many deadlocks: at its end, none but those may have happened. */
export const provokedDeadlocks = (count: number): Promise<object> => requestFromRun('provoked-deadlocks', { count });
