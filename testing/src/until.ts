import { setTimeout as pause } from 'node:timers/promises';

/** Waits for a condition of another process, asked for every 50 ms. A condition that throws does not hold yet. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, timeoutMs = 200_000): Promise<void> {
  const held = async (): Promise<boolean> => holds();
  for (const end = performance.now() + timeoutMs; performance.now() < end; await pause(50)) if (await held().catch(() => false)) return;
  throw new Error(`${what}: not within ${timeoutMs / 1_000} s`);
}
