import { randomUUID } from 'node:crypto';
import { services } from '@open-banking/spec';
import { daysAgo, exchange, inDays, runningBank } from '@open-banking/testing';
import type { ForkedService } from '@open-banking/testing/bank';
import { anotherPortal } from './another-portal.js';
import { AScenarist, type Made } from './a-scenarist.js';

const slowMs = 300_000;
/** More than may wait of one developer; with one request before them, as many as the limit of requests lets through in a second. */
const many = 9;
const entries = Array.from({ length: 1_000 }, (_, at) => ({ bookingDate: daysAgo(1 + at), amount: '1.00' }));
const faulty = { accounts: [{ entries: [...entries, { bookingDate: inDays(2), amount: '1.00' }] }] };

describe('the generation of customers', () => {
  const bank = runningBank(services);
  /** Its generator is busy with nothing else. */
  let portal: ForkedService;

  beforeAll(async () => {
    portal = await anotherPortal(bank, '1', (service) => `http://127.0.0.1:${bank.facts.internal[service].internalPort}`);
  }, slowMs);
  afterAll(() => portal.stop());

  const put = (one: AScenarist, body: object, customerId: string = randomUUID()) =>
    exchange(`${portal.baseUrl}/sandbox/customers/${customerId}`, {
      method: 'PUT',
      headers: { ...one.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const times = <T>(ask: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: many }, ask));

  it(
    'goes on for others while one developer asks for more than may wait, which is refused',
    async () => {
      const [one, other] = [await AScenarist.of(bank), await AScenarist.of(bank)];
      const asked = times(() => put(one, faulty));
      const made = await put(other, { accounts: [{}] });
      expect(made.status).toBe(200);
      const answers = await asked;
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]));
      for (const { headers, text } of answers.filter(({ status }) => status === 429)) {
        expect(headers['retry-after']).toBe('2');
        expect(text).toContain('Too many of your customers are being made or checked');
      }
      let later = await put(one, { accounts: [{}] });
      while (later.status === 429) later = await put(one, { accounts: [{}] });
      expect(later.status).toBe(200);
    },
    slowMs,
  );

  it(
    'is not needed for a body that is there already, nor for an id that is taken',
    async () => {
      const [one, other] = [await AScenarist.of(bank), await AScenarist.of(bank)];
      const body = { accounts: [{ entries }] };
      const customerId = randomUUID();
      const made = await put(one, body, customerId);
      expect(made.status).toBe(200);
      const repeated = await times(() => put(one, body, customerId));
      expect(repeated.map(({ text }) => JSON.parse(text) as Made)).toEqual(repeated.map(() => JSON.parse(made.text) as Made));
      expect(new Set((await times(() => put(other, body, customerId))).map(({ status }) => status))).toEqual(new Set([409]));
    },
    slowMs,
  );
});
