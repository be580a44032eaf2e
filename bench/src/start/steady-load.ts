import autocannon, { type Request } from 'autocannon';

const connections = 20;

/** Sends requests at a steady rate, in turn; everything other than 200 has failed. */
export async function readSteadily(
  url: string,
  requests: readonly Request[],
  perSecond: number,
  seconds: number,
): Promise<{ readonly answered: number; readonly failed: number }> {
  let opened = 0;
  let answered = 0;
  let failed = 0;
  const run = autocannon({
    url,
    connections,
    overallRate: perSecond,
    duration: seconds,
    setupClient: (client) => {
      const from = Math.floor((opened * requests.length) / connections);
      opened += 1;
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
    },
  });
  run.on('response', (_client: unknown, status: number) => {
    if (Number(status) === 200) answered += 1;
    else failed += 1;
  });
  const { errors, timeouts } = await run;
  return { answered, failed: failed + errors + timeouts };
}
