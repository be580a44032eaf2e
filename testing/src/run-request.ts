import { exchange } from '@open-banking/operator-client';

/** Requests the bank or the database server of the test run. The first request waits until it has started. */
export async function requestFromRun<T>(
  what:
    | 'bank'
    | 'database'
    | 'fresh-database'
    | 'close-fresh'
    | 'ledger-check'
    | 'own-bank'
    | 'lease'
    | 'give-back'
    | 'close-own'
    | 'restart'
    | 'another-service'
    | 'stop-another'
    | 'prepared-folder'
    | 'provoked-deadlocks',
  asked?: object,
): Promise<T> {
  const server = process.env['BANK_OF_THE_RUN'];
  if (!server) throw new Error("This test needs the test run's bank: start jest with the repository's jest.config.mjs");
  const { status, text } = await exchange(`${server}/${what}${asked ? `?asked=${encodeURIComponent(JSON.stringify(asked))}` : ''}`, {
    timeoutMs: 400_000,
  });
  if (status !== 200) throw new Error(`The test run could not answer ${what}: ${text}`);
  return JSON.parse(text) as T;
}
