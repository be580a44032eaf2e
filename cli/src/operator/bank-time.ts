import type { BankClock } from '@open-banking/database/bank-clock';
import { everyInternal, type Service } from '@open-banking/spec';
import { expectSuccess, internalCall } from '@open-banking/operator-client';
import type { BankConnection } from '../bank-connection.js';

interface State {
  readonly clock?: { readonly now: string; readonly timeZone: string };
}

/**
 * The bank's time, as a running service has it: its time zone, and its current day, which a sandbox may have moved. Where no service says it
 * (the bank is stopped, or is of an earlier release), this machine's time in `TIME_ZONE`, and a line on standard error says so.
 */
export async function bankTime({ running }: Pick<BankConnection, 'running'>, service: Service): Promise<BankClock> {
  const database = await import('@open-banking/database/bank-clock');
  const answer = await internalCall(running, service, everyInternal.readServiceState)
    .then((response) => expectSuccess<State>('service state', response))
    .catch(() => undefined);
  if (answer?.clock) {
    const { now, timeZone } = answer.clock;
    const aheadMs = Date.parse(now) - Date.now();
    return new database.BankClock(timeZone, () => aheadMs);
  }
  const clock = database.machineClock();
  process.stderr.write(
    `openbank: ${service} does not say the bank's time. Days are those of ${clock.timeZone} (TIME_ZONE) by this machine's clock: today is ${clock.today()}.\n`,
  );
  return clock;
}
