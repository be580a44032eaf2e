import type { InternalCalls } from '@open-banking/access';
import { maxDetailed, maxRecorded, type RecordedRequests, type RequestDetail } from '@open-banking/contracts';
import { Refusal } from '@open-banking/messages';
import { cards } from '@open-banking/spec';
import { type Logs, Metrics } from '@open-banking/telemetry';
import { RequestLog } from '../src/request-log.js';

const requestId = '2f77a125-aa7a-45c0-b414-cea25a116035';
const reply = { statusCode: 200, elapsedTime: 1.26, getHeader: () => '"second";r=24;t=1' };

/** A request log before a portal whose answers the test gives. */
function aLog(answer: () => Promise<unknown>, sandbox = false) {
  const sent: RecordedRequests[] = [];
  const details: RequestDetail[] = [];
  const lines: { event: string }[] = [];
  const metrics = new Metrics('cards');
  const write = (line: { event: string }) => void lines.push(line);
  const calls = {
    call: async (_service: string, _row: object, { body }: { body: { requests: RecordedRequests } | { details: RequestDetail[] } }) => {
      if ('details' in body) details.push(...body.details);
      else sent.push(body.requests);
      await answer();
      return 'details' in body ? { accepted: body.details.length } : undefined;
    },
  };
  const requestLog = new RequestLog(
    calls as unknown as InternalCalls,
    metrics,
    { warn: write, info: write } as unknown as Logs['log'],
    sandbox,
  );
  const add = (count: number, error?: Refusal, more: object = {}): void => {
    const bank = {
      clientId: 'someone',
      requestId,
      operation: cards.readCardBalances,
      address: '',
      method: 'GET',
      path: '',
      error,
      ...more,
    };
    for (let at = 0; at < count; at += 1) requestLog.add({ bank } as never, reply as never);
  };
  const counted = async (outcome: string): Promise<number | undefined> => {
    const metric = await metrics.registry.getSingleMetric('openbank_request_log_entries_total')!.get();
    return metric.values.find(({ labels }) => labels['outcome'] === outcome)?.value;
  };
  return { requestLog, add, counted, sent, details, events: () => lines.map(({ event }) => event) };
}

describe('The request log of a service', () => {
  it('sends at most 500 requests in one call, and drops and counts what 2,000 that wait leave no room for', async () => {
    const { requestLog, add, counted, sent } = aLog(() => Promise.resolve());
    add(2_300);
    await requestLog.send();
    await requestLog.send();
    expect(sent.map(({ at }) => at.length)).toEqual([maxRecorded, maxRecorded]);
    expect(await counted('recorded')).toBe(1_000);
    expect(await counted('dropped')).toBe(300);
    expect(sent[0]).toMatchObject({ ms: expect.arrayContaining([1.3]), limits: expect.arrayContaining(['"second";r=24;t=1']) });
  });

  it('waits for an answer before it sends again, while requests go on', async () => {
    let accept!: () => void;
    const accepted = new Promise<void>((resolve) => (accept = resolve));
    const { requestLog, add, sent } = aLog(() => accepted);
    add(600);
    const first = requestLog.send();
    expect(requestLog.send()).toBeUndefined();
    add(10);
    expect(sent).toHaveLength(1);
    accept();
    await first;
    await requestLog.send();
    expect(sent.map(({ at }) => at.length)).toEqual([500, 110]);
  });

  it('drops and counts what a portal that is down cannot take, and says so once when it begins and once when it is over', async () => {
    let isDown = true;
    const { requestLog, add, counted, events } = aLog(() =>
      isDown ? Promise.reject(new Refusal('SERVICE_UNAVAILABLE', new Error('gone'))) : Promise.resolve(),
    );
    for (const count of [3, 4]) {
      add(count);
      await requestLog.send();
    }
    expect(events()).toEqual(['requests are not recorded']);
    isDown = false;
    add(5);
    await requestLog.send();
    expect(events()).toEqual(['requests are not recorded', 'requests are recorded again']);
    expect([await counted('dropped'), await counted('recorded')]).toEqual([7, 5]);
  });

  it('sends codes and paths and no sentence, which may repeat what a client sent, and stays below the size of a call', async () => {
    const { requestLog, add, sent } = aLog(() => Promise.resolve());
    const text = 'Must not be IL620108000000099999999.';
    const faults = Array.from({ length: 150 }, (_, at) => ({ code: 'FORMAT_ERROR' as const, path: `/${at}/${'x'.repeat(300)}`, text }));
    add(1, new Refusal('TOKEN_EXPIRED'));
    add(600, new Refusal(faults));
    while (sent.reduce((sum, { at }) => sum + at.length, 0) < 601) await requestLog.send();
    expect(JSON.stringify(sent)).not.toContain('IL62');
    expect(sent[0]!.faults[0]).toEqual([['TOKEN_EXPIRED']]);
    expect(sent[0]!.faults[1]).toHaveLength(100);
    for (const requests of sent) expect(JSON.stringify({ requests }).length).toBeLessThan(1_048_576);
  });

  it('sends the texts of refusals without what the client sent, and no body outside a sandbox', async () => {
    const { requestLog, add, details } = aLog(() => Promise.resolve());
    const text = 'fp supports amounts of at most 50000.00 ILS, not 999999999.00 of Dana Cohen.';
    const rawBody = Buffer.from(JSON.stringify({ sum: '999999999.00', name: 'Dana Cohen' }));
    add(1, new Refusal([{ code: 'PAYMENT_FAILED', path: '/amount', text }]), { rawBody, sentBody: '{"tppMessages":[]}' });
    add(1);
    await requestLog.send();
    expect(details).toEqual([
      { at: expect.any(Number), clientId: 'someone', requestId, texts: ['fp supports amounts of at most 50000.00 ILS, not … of ….'] },
    ]);
  });

  it('keeps the details of the newest requests in a sandbox, and drops and counts the others, by number and by bytes', async () => {
    const { requestLog, add, counted, details } = aLog(() => Promise.resolve(), true);
    add(maxDetailed + 30);
    await requestLog.send();
    expect(details).toHaveLength(maxDetailed);
    expect([await counted('details-recorded'), await counted('details-dropped')]).toEqual([maxDetailed, 30]);
    details.length = 0;
    add(100, undefined, { rawBody: Buffer.alloc(60_000) });
    await requestLog.send();
    expect(details.length).toBeLessThan((2 * 1_048_576) / 60_000);
    expect(details.length + ((await counted('details-dropped')) ?? 0) - 30).toBe(100);
  });

  it('drops and counts the details of a request whose details fail, alone, and says so once', async () => {
    const { requestLog, add, counted, details, events } = aLog(() => Promise.resolve(), true);
    const broken = {
      get request(): object {
        throw new Error('cannot be read');
      },
    };
    for (const count of [1, 2]) {
      add(2);
      add(count, undefined, { issuerExchange: broken });
      add(1);
      await requestLog.send();
    }
    expect(details).toHaveLength(6);
    expect([await counted('recorded'), await counted('dropped')]).toEqual([9, 0]);
    expect([await counted('details-recorded'), await counted('details-dropped')]).toEqual([6, 3]);
    expect(events()).toEqual(['details of a request cannot be recorded']);
  });

  it('keeps a response of up to 16 KiB, and the size of a longer one', () => {
    const { requestLog } = aLog(() => Promise.resolve(), true);
    const bodyOf = (payload: string | Buffer): unknown => {
      const bank: { operation: object; sentBody?: unknown } = { operation: cards.readCardBalances };
      requestLog.noteResponse({ bank } as never, payload);
      return bank.sentBody;
    };
    const bytes = Buffer.from('{"cards":[]}');
    const kept = bodyOf(bytes);
    bytes.fill(0);
    expect(String(kept)).toBe('{"cards":[]}');
    expect(bodyOf('x'.repeat(16_384))).toHaveLength(16_384);
    expect([bodyOf('x'.repeat(16_385)), bodyOf(Buffer.alloc(16_385))]).toEqual([16_385, 16_385]);
  });
});
