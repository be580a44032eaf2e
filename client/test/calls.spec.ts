import { runningBank } from '@open-banking/testing';
import { BankError, ConnectionError, OAuthError, RateLimitError, VerificationError, type AnswerEvent } from '../src/index.js';
import { aPayment, scriptedResponse, approve, connectedClient, consentForAll, eur, recordingClient } from './connected.js';
import { services } from '@open-banking/spec';

const isCall = ({ url }: { readonly url: string }): boolean => !url.includes('/oauth/');

describe('a call', () => {
  const running = runningBank(services);
  const rejection = async (call: Promise<unknown>): Promise<unknown> => {
    try {
      return { answered: await call };
    } catch (error) {
      return error;
    }
  };
  const payment = { paymentProduct: 'sepa-credit-transfers', body: aPayment } as const;

  it('is repeated with its X-Request-ID when the bank is busy and when its answer is lost, and pays once', async () => {
    const { bank, sent, between } = await connectedClient(running);
    const answers: string[] = [];
    let attempt = 0;
    between(async (request, pass) => {
      if (!isCall(request) || (attempt += 1) > 3) return pass();
      if (attempt === 1) return scriptedResponse(503, {}, { 'retry-after': '1' });
      answers.push(await (await pass()).text());
      throw new TypeError('the connection is lost');
    });
    const created = await bank.createPayment(payment);
    answers.push(JSON.stringify(created));
    const calls = sent.filter(isCall);
    expect(calls.length).toBe(4);
    expect(new Set(calls.map(({ headers }) => headers.get('x-request-id'))).size).toBe(1);
    expect(new Set(answers.map((text) => (JSON.parse(text) as { paymentId: string }).paymentId)).size).toBe(1);

    const another = await bank.createPayment(payment);
    expect(another.paymentId).not.toBe(created.paymentId);
  });

  it('never leaves with . or .. in its path, which a URL resolves to another operation', async () => {
    const { bank, sent } = await connectedClient(running);
    const { consentId } = await bank.createConsent({ body: consentForAll });
    const calls = sent.filter(isCall).length;
    for (const segment of ['.', '..']) await expect(bank.readConsent({ consentId: segment })).rejects.toThrow(`must not be "${segment}"`);
    expect(sent.filter(isCall).length).toBe(calls);
    expect(await bank.readConsent({ consentId })).toHaveProperty('consentStatus', 'received');
  });

  it('that is never answered ends with an error whose id repeats it later, and the bank has done it once', async () => {
    const { bank, between } = await connectedClient(running, { repetition: { attempts: 2 } });
    const created = new Set<string>();
    between(async (request, pass) => {
      if (!isCall(request)) return pass();
      created.add(((await (await pass()).json()) as { paymentId: string }).paymentId);
      throw new TypeError('the connection is lost');
    });
    const lost = await rejection(bank.createPayment(payment));
    expect(lost).toBeInstanceOf(ConnectionError);
    between((_, pass) => pass());
    const { paymentId } = await bank.createPayment(payment, { requestId: (lost as ConnectionError).requestId });
    expect([...created]).toEqual([paymentId]);
  });

  it('is not repeated when the bank refuses it, nor when it asks for a longer wait than allowed', async () => {
    const { bank, sent, between } = await connectedClient(running, { repetition: { longestWaitMs: 2_000 } });
    const unfit = { ...payment, body: { ...aPayment, instructedAmount: eur('1.555') } };
    const refused = (await rejection(bank.createPayment(unfit))) as BankError;
    expect(refused).toBeInstanceOf(BankError);
    expect(refused).toMatchObject({ operation: 'createPayment', status: 400, code: 'FORMAT_ERROR' });
    expect(refused.tppMessages).toEqual([
      {
        category: 'ERROR',
        code: 'FORMAT_ERROR',
        path: '/instructedAmount/amount',
        text: expect.stringContaining('2 fraction digits') as string,
        href: '/errors/FORMAT_ERROR',
      },
    ]);
    expect(refused.requestId).toBe(sent.at(-1)!.headers.get('x-request-id'));
    expect(refused.has('FORMAT_ERROR')).toBe(true);
    expect(refused.has('TOKEN_EXPIRED')).toBe(false);

    between(async (request, pass) => (isCall(request) ? scriptedResponse(503, {}, { 'retry-after': '60' }) : pass()));
    expect(await rejection(bank.createPayment(payment))).toMatchObject({ status: 503, retryAfterSeconds: 60 });
    expect(sent.filter(isCall).length).toBe(2);
  });

  it('over a limit fails with the windows of RateLimit, and waits for the next window where it may', async () => {
    const { bank, settings } = await connectedClient(running);
    let limited: RateLimitError | undefined;
    // A slow machine may answer them in several seconds, ten in each.
    while (!limited) {
      const asked = await Promise.all(Array.from({ length: 40 }, () => rejection(bank.createConsent({ body: consentForAll }))));
      limited = asked.find((one) => one instanceof RateLimitError);
    }
    expect(limited).toMatchObject({ status: 429, code: 'ACCESS_EXCEEDED', retryAfterSeconds: 1 });
    const [second, minute, day] = limited.windows;
    expect(second).toEqual({ name: 'second', quota: 10, windowSeconds: 1, remaining: 0, resetsInSeconds: 1 });
    expect(minute).toMatchObject({ name: 'minute', quota: 300, windowSeconds: 60 });
    expect(day!.remaining).toBeLessThan(20_000);

    const patient = recordingClient({ ...settings, repetition: { longestLimitWaitMs: 5_000, attempts: 10 } });
    const waited = await Promise.all(Array.from({ length: 12 }, () => patient.bank.createConsent({ body: consentForAll })));
    expect(new Set(waited.map(({ consentId }) => consentId)).size).toBe(12);
  });

  it('is not sent again at once where the bank asks for a wait that no timer can take', async () => {
    const { settings } = await connectedClient(running);
    const { bank, between, sent } = recordingClient({ ...settings, repetition: { longestLimitWaitMs: Infinity, longestWaitMs: Infinity } });
    for (const status of [429, 503]) {
      sent.length = 0;
      // 25 days: a timer of Node would run after 1 ms.
      between(async (request, pass) => (isCall(request) ? scriptedResponse(status, {}, { 'retry-after': '2147484' }) : pass()));
      expect(await rejection(bank.createConsent({ body: consentForAll }))).toMatchObject({ status, retryAfterSeconds: 2_147_484 });
      expect(sent.filter(isCall).length).toBe(1);
    }
  });

  it('tells of each answer: operation, request id, attempt, time and limits', async () => {
    const events: AnswerEvent[] = [];
    const { bank, between, settings } = await connectedClient(running);
    let busy = true;
    between((request, pass) => {
      if (!isCall(request) || !busy) return pass();
      busy = false;
      return Promise.resolve(scriptedResponse(503));
    });
    await bank.createConsent({ body: consentForAll }, { onAnswer: (event) => events.push(event) });
    expect(events.map(({ operation, status, attempt }) => [operation, status, attempt])).toEqual([
      ['createConsent', 503, 1],
      ['createConsent', 201, 2],
    ]);
    expect(events[1]!.requestId).toBe(events[0]!.requestId);
    expect(events[1]!.limits.map(({ name }) => name)).toEqual(['second', 'minute', 'day']);
    expect(events[1]!.headers.get('location')).toMatch(/^\/v1\.7\/consents\//);
    expect(events[1]!.durationMs).toBeGreaterThan(0);

    const faulty = () => {
      throw new Error('the log is full');
    };
    events.length = 0;
    const failed = recordingClient({ ...settings, onAnswer: (event) => events.push(event) });
    expect(await rejection(failed.bank.createConsent({ body: consentForAll }, { onAnswer: faulty }))).toMatchObject({
      message: 'the log is full',
    });
    expect(events.filter(({ operation }) => operation === 'createConsent').length).toBe(1);
  });

  it('uses one token for all calls at once, and another one where the bank no longer accepts it', async () => {
    const { bank, sent, between } = await connectedClient(running);
    const tokens = () => sent.filter(({ url }) => url.endsWith('/token')).length;
    await Promise.all(Array.from({ length: 5 }, () => bank.createConsent({ body: consentForAll })));
    expect(tokens()).toBe(1);
    const ended = sent.at(-1)!.headers.get('authorization');
    between((request, pass) =>
      request.headers.get('authorization') === ended && isCall(request)
        ? Promise.resolve(scriptedResponse(401, { tppMessages: [{ category: 'ERROR', code: 'TOKEN_EXPIRED' }] }))
        : pass(),
    );
    const before = sent.length;
    const { consentId } = await bank.createConsent({ body: consentForAll });
    expect((await bank.readConsentStatus({ consentId })).consentStatus).toBe('received');
    expect(tokens()).toBe(2);
    const [refused, accepted] = sent.slice(before).filter(isCall);
    expect(accepted!.headers.get('x-request-id')).toBe(refused!.headers.get('x-request-id'));
  });

  it('is refused once and for all where another token would not help', async () => {
    const { bank, sent } = await connectedClient(running);
    const { consentId } = await (await connectedClient(running)).bank.createConsent({ body: consentForAll });
    expect(await rejection(bank.readConsent({ consentId }))).toMatchObject({ status: 403, code: 'CONSENT_UNKNOWN' });
    expect(sent.filter(isCall).length).toBe(1);
    const { settings } = await connectedClient(running);
    const stranger = recordingClient({ ...settings, authentication: { method: 'client_secret_basic', clientSecret: 'guessed' } });
    const refused = await rejection(stranger.bank.createConsent({ body: consentForAll }));
    expect(refused).toBeInstanceOf(OAuthError);
    expect(refused).toMatchObject({ error: 'invalid_client', status: 401 });
  });

  it('reads an answer with fields and values that this package does not know', async () => {
    const { bank, between } = await connectedClient(running);
    const { consentId } = await bank.createConsent({ body: consentForAll });
    between(async (request, pass) => {
      const answer = await pass();
      if (!request.url.endsWith(consentId)) return answer;
      return scriptedResponse(200, { ...((await answer.json()) as object), consentStatus: 'paused', addedLater: { deep: [1] } });
    });
    expect(await bank.readConsent({ consentId })).toMatchObject({ consentStatus: 'paused', addedLater: { deep: [1] } });
  });

  it('sends no token to another server, whatever a link or the metadata says', async () => {
    const { bank, sent, between } = await connectedClient(running);
    const { consentId } = await bank.createConsent({ body: consentForAll });
    const authorization = await bank.authorize('consents', consentId);
    const customer = await bank.finish(authorization, await approve(running.demo, authorization));
    between(() =>
      Promise.resolve(scriptedResponse(200, { loans: [], _links: { next: { href: 'https://elsewhere.example/loans?cursor=1' } } })),
    );
    const pages = customer.pages('listAllLoans');
    expect((await pages.next()).done).toBe(false);
    await expect(pages.next()).rejects.toThrow(VerificationError);
    for (const href of ['//elsewhere.example/loans', `${running.baseUrl}.elsewhere.example/loans`]) {
      between(() => Promise.resolve(scriptedResponse(200, { loans: [], _links: { next: { href } } })));
      const more = customer.pages('listAllLoans');
      await more.next();
      await expect(more.next()).rejects.toThrow(VerificationError);
    }
    expect(sent.every(({ url }) => url.startsWith(`${running.baseUrl}/`))).toBe(true);

    const deceived = await connectedClient(running);
    deceived.between(async (_, pass) => {
      const answer = await pass();
      return scriptedResponse(200, { ...((await answer.json()) as object), issuer: 'https://elsewhere.example' });
    });
    await expect(deceived.bank.createConsent({ body: consentForAll })).rejects.toThrow(VerificationError);
    expect(deceived.sent.length).toBe(1);
  });

  it('ends when its caller aborts it', async () => {
    const { bank, between } = await connectedClient(running);
    const abort = new AbortController();
    between(async (request, pass) => {
      if (!isCall(request)) return pass();
      abort.abort(new Error('no longer wanted'));
      throw new TypeError('aborted');
    });
    expect(await rejection(bank.createConsent({ body: consentForAll }, { signal: abort.signal }))).toMatchObject({
      message: 'no longer wanted',
    });
  });
});
