import { killableBank, type HttpResponse } from '@open-banking/testing';

/** An answer about a token is kept for a second. The rest allows for a machine that stands still. */
const maxMs = 15_000;

describe('a service whose issuer is down', () => {
  const bank = killableBank(['ais-pis', 'cards'], {}, ['ais-pis']);

  it('answers 503 as soon as its cached token answers expire, and answers normally once the issuer is back', async () => {
    const client = await bank.client();
    const { token, consentId } = await client.consentedBy(bank.demo, { balances: [bank.resources(bank.demo, 'card')[0]!] });
    const read = () =>
      client.call('GET', '/v1.7/cards', { token: token!, headers: { 'consent-id': consentId, 'psu-ip-address': '127.0.0.1' } });
    /** Reads until the answer is another one; and when, from now on, the last one of before was asked for. The client's limit of a second is nothing here. */
    const changed = async (from: number): Promise<{ answer: HttpResponse; lastMs: number }> => {
      const begin = performance.now();
      for (let lastMs = 0; ;) {
        const askedMs = performance.now() - begin;
        const answer = await read();
        if (answer.status !== from && answer.status !== 429) return { answer, lastMs };
        if (answer.status === from) lastMs = askedMs;
        if (askedMs > 120_000) throw new Error(`still ${answer.status}`);
      }
    };
    const unavailable = { tppMessages: [{ code: 'SERVICE_UNAVAILABLE' }] };
    expect(await read()).toAnswer(200);

    // The issuer does not answer, but its connections stay open.
    process.kill(bank.facts.pids['ais-pis']!, 'SIGSTOP');
    const silent = await changed(200);
    expect(silent.answer).toAnswer(503, unavailable);
    expect(silent.answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(silent.lastMs).toBeLessThan(maxMs);
    process.kill(bank.facts.pids['ais-pis']!, 'SIGCONT');
    expect((await changed(503)).answer).toAnswer(200);

    process.kill(bank.facts.pids['ais-pis']!, 'SIGKILL');
    const gone = await changed(200);
    expect(gone.answer).toAnswer(503, unavailable);
    expect(gone.lastMs).toBeLessThan(maxMs);
    expect(await client.call('GET', '/v1.7/accounts', { token: token! })).toAnswer(503, unavailable);
  });
});
