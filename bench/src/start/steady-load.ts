import autocannon, { type Request } from 'autocannon';
import { inTurn } from '../request-turns.js';

const connections = 20;

/** Sends requests at a steady rate, in turn; everything other than 200 has failed. */
export async function readSteadily(
  url: string,
  requests: readonly Request[],
  perSecond: number,
  seconds: number,
): Promise<{ readonly answered: number; readonly failed: number }> {
  let answered = 0;
  let failed = 0;
  const run = autocannon({
    url,
    ...inTurn(requests, connections),
    overallRate: perSecond,
    duration: seconds,
  });
  run.on('response', (_client: unknown, status: number) => {
    if (Number(status) === 200) answered += 1;
    else failed += 1;
  });
  const { errors, timeouts } = await run;
  return { answered, failed: failed + errors + timeouts };
}
