import type { Profile } from '@open-banking/config';
import { exchange } from '@open-banking/sandbox/third-party';

/** Asks the run for its bank or its database server; the first to ask waits until it is there. */
export async function askFor<T>(
  what: `bank/${Profile}` | 'database' | 'own-bank' | 'close-own' | 'restart' | 'provoked-deadlocks',
  asked?: object,
): Promise<T> {
  const door = process.env['BANK_OF_THE_RUN'];
  if (!door) throw new Error("This test needs the bank of the run: start jest with the repository's jest.config.mjs");
  const { status, text } = await exchange(`${door}/${what}${asked ? `?asked=${encodeURIComponent(JSON.stringify(asked))}` : ''}`, {
    patienceMs: 120_000,
  });
  if (status !== 200) throw new Error(`The bank of this run did not start: ${text}`);
  return JSON.parse(text) as T;
}
