import { randomUUID } from 'node:crypto';
import { runningBank } from '@open-banking/testing';
import { AScenarist } from './a-scenarist.js';

const slowMs = 300_000;
const nil = '00000000-0000-0000-0000-000000000000';

describe('the id of a customer of a developer', () => {
  const bank = runningBank();
  const put = (one: AScenarist, id: string, body: object = { products: [] }) => one.call('PUT', `/sandbox/customers/${id}`, body);
  const listed = async (one: AScenarist) => ((await one.call('GET', '/sandbox/customers')).body as { customers: object[] }).customers;

  it(
    'is a UUID: another text, and the nil UUID, make no customer',
    async () => {
      const one = await AScenarist.of(bank);
      for (const id of ['me', nil, `${randomUUID()}0`, '{00000000-0000-4000-8000-000000000000}']) {
        expect(await put(one, id)).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'customerId' }] });
        for (const method of ['GET', 'DELETE']) expect(await one.call(method, `/sandbox/customers/${id}`)).toAnswer(404);
        expect(await one.call('POST', `/sandbox/customers/${id}/resets`)).toAnswer(404);
      }
      expect(await listed(one)).toEqual([]);
      const id = randomUUID().toUpperCase();
      expect(await put(one, id)).toAnswer(200, { customerId: id.toLowerCase() });
      expect(await listed(one)).toHaveLength(1);
    },
    slowMs,
  );
});
