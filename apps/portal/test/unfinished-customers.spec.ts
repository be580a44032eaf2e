import { randomUUID } from 'node:crypto';
import { exchange, runningBank } from '@open-banking/testing';
import type { ForkedService } from '@open-banking/testing/bank';
import { portalWithout } from './another-portal.js';
import { AScenarist, type Made } from './a-scenarist.js';
import { services } from '@open-banking/spec';

const slowMs = 300_000;
const body = { products: ['savings'] };

describe('a customer that cannot be made because a service is away', () => {
  const bank = runningBank(services);
  /** A portal that does not reach savings-loans. */
  let portal: ForkedService;

  beforeAll(async () => {
    portal = await portalWithout(bank, 'savings-loans');
  }, slowMs);
  afterAll(() => portal.stop());

  const ask = (one: AScenarist, method: string, path: string) =>
    exchange(`${portal.baseUrl}${path}`, {
      method,
      headers: { ...one.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const listed = async (one: AScenarist): Promise<Made[]> =>
    ((await one.call('GET', '/sandbox/customers')).body as { customers: Made[] }).customers;

  it(
    'stays in the list after a POST, because other services have its data, and is completed by a reset',
    async () => {
      const one = await AScenarist.of(bank);
      expect((await ask(one, 'POST', '/sandbox/customers')).status).toBe(503);
      const [waiting] = await listed(one);
      expect(waiting!.logins).toEqual([]);
      const reset = () => one.call('POST', `/sandbox/customers/${waiting!.customerId}/resets`);
      let made = await reset();
      while (made.status === 409) made = await reset();
      expect(made).toAnswer(200);
      expect((made.body as Made).logins).toHaveLength(1);
      expect(await listed(one)).toEqual([made.body]);
    },
    slowMs,
  );

  it(
    'is completed by repeating the PUT with its id, and shown without sign-ins until then',
    async () => {
      const one = await AScenarist.of(bank);
      const path = `/sandbox/customers/${randomUUID()}`;
      expect((await ask(one, 'PUT', path)).status).toBe(503);
      const [waiting] = await listed(one);
      expect(waiting!.logins).toEqual([]);
      // As long as the service that has not answered may still be at work, others wait.
      let made = await one.call('PUT', path, body);
      while (made.status === 409) made = await one.call('PUT', path, body);
      expect(made).toAnswer(200);
      expect((made.body as Made).logins).toHaveLength(1);
      expect(await listed(one)).toEqual([made.body]);
    },
    slowMs,
  );
});
