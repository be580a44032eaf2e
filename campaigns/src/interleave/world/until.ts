import { setTimeout as pause } from 'node:timers/promises';

const maxMs = 120_000;

/** Waits until something holds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const late = performance.now() + maxMs; !(await holds()); await pause(5))
    if (performance.now() > late) throw new Error(`what a story waits for does not come: ${holds.toString()}`);
}
