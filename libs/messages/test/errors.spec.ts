import { codes, formatStatuses } from '../src/codes.js';
import { faultsOf } from '../src/validation.js';
import { Problem, problem, TppMessages, tppMessages } from '../src/tpp-messages.js';
import { Refusal, refuseAll } from '../src/refusal.js';

describe('a refusal', () => {
  it('has the status of its code; only FORMAT_ERROR may have another', () => {
    expect(new Refusal('RESOURCE_UNKNOWN').status).toBe(404);
    expect(new Refusal('FORMAT_ERROR').status).toBe(400);
    expect(new Refusal('FORMAT_ERROR', undefined, { status: 415 }).status).toBe(415);
    expect(formatStatuses).toEqual([400, 408, 413, 414, 415, 431]);
  });

  it('never exposes its detail in a body', () => {
    const refusal = new Refusal('PAYMENT_FAILED', { iban: 'DE89370400440532013000' });
    expect(refusal.detail).toEqual({ iban: 'DE89370400440532013000' });
    expect(JSON.stringify([tppMessages(refusal.faults), problem(400, refusal.faults)])).not.toContain('DE89');
  });

  it('contains all faults, and is not thrown if there are none', () => {
    expect(() => refuseAll([])).not.toThrow();
    expect(() =>
      refuseAll([
        { code: 'FORMAT_ERROR', path: '/a' },
        { code: 'PERIOD_INVALID', path: 'dateTo' },
      ]),
    ).toThrow('FORMAT_ERROR, PERIOD_INVALID');
  });
});

describe('the body of an error', () => {
  it('contains code, place, correction and the page that explains it, for every code of the table', () => {
    for (const code of Object.keys(codes) as (keyof typeof codes)[]) {
      const body = tppMessages([{ code, path: 'limit' }]);
      expect(body).toEqual({ tppMessages: [{ category: 'ERROR', code, path: 'limit', text: codes[code].text, href: `/errors/${code}` }] });
      expect(faultsOf(TppMessages, body)).toEqual([]);
    }
  });

  it('has a maximum size, however many faults there are', () => {
    const faults = Array.from({ length: 5_000 }, (_, n) => ({
      code: 'FORMAT_ERROR' as const,
      path: `/${n}${'x'.repeat(300)}`,
      text: 'y'.repeat(600),
    }));
    const body = tppMessages(faults);
    expect(body.tppMessages).toHaveLength(100);
    expect(faultsOf(TppMessages, body)).toEqual([]);
    expect(body.tppMessages[0]!.path).toHaveLength(256);
  });

  it('has an RFC 9457 form with the same messages', () => {
    expect(problem(404, [{ code: 'RESOURCE_UNKNOWN', text: 'No such path.' }])).toEqual({
      type: '/errors/RESOURCE_UNKNOWN',
      title: 'Resource unknown',
      status: 404,
      detail: 'No such path.',
      code: 'RESOURCE_UNKNOWN',
      additionalErrors: [{ category: 'ERROR', code: 'RESOURCE_UNKNOWN', text: 'No such path.', href: '/errors/RESOURCE_UNKNOWN' }],
    });
  });

  it('has an RFC 9457 form of the documented shape, whose type is the page of its code', () => {
    for (const code of Object.keys(codes) as (keyof typeof codes)[]) {
      const problemBody = problem(codes[code].status, [{ code, path: 'limit', text: 'x'.repeat(600) }]);
      expect(faultsOf(Problem, problemBody)).toEqual([]);
      expect(problemBody).toMatchObject({ type: `/errors/${code}`, title: expect.stringMatching(/^[A-Z][a-z ]+$/), code });
    }
  });
});
