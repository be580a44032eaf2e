import { createHash, randomUUID } from 'node:crypto';
import { runningBank } from '@open-banking/testing';
import { AScenarist } from './a-scenarist.js';
import { services } from '@open-banking/spec';

const slowMs = 300_000;
const nil = '00000000-0000-0000-0000-000000000000';
const formattedId = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
/** The second owner of a customer, as the portal derives the id. */
const secondOf = (id: string): string => {
  const hex = createHash('sha256').update(`second owner of ${id}`).digest('hex');
  return formattedId(`${hex.slice(0, 12)}4${hex.slice(13, 16)}a${hex.slice(17, 32)}`);
};
/** Who holds what a customer held before a reset. */
const formerOf = (id: string): string => formattedId(createHash('md5').update(`former ${id}`).digest('hex'));

describe('the id of a customer of a developer', () => {
  const bank = runningBank(services);
  const put = (one: AScenarist, id: string, body: object = { products: [] }) => one.call('PUT', `/sandbox/customers/${id}`, body);
  const listed = async (one: AScenarist) => ((await one.call('GET', '/sandbox/customers')).body as { customers: object[] }).customers;
  const taken = { tppMessages: [{ code: 'STATUS_INVALID', text: 'This id is taken. Choose another one.' }] };

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

  it(
    'is nobody else’s: neither that of a second owner, of a former holder, of another developer’s customer or of the demo bank’s',
    async () => {
      const [one, other] = await Promise.all([AScenarist.of(bank), AScenarist.of(bank)]);
      const client = await one.client(bank);
      const { customerId, logins } = await one.customer({ products: [], secondOwner: true });
      const demo = await bank.database('ais-pis').query<{ id: string }>('select psu_id as id from psu where login = $1', [bank.demo.login]);
      const second = secondOf(customerId);
      const others = [second, formerOf(customerId), formerOf(second), demo.rows[0]!.id];
      for (const id of others)
        for (const developer of [one, other]) {
          expect(await put(developer, id)).toAnswer(409, taken);
          expect(await put(developer, id, { products: [], secondOwner: true })).toAnswer(409, taken);
          expect(await developer.call('POST', `/sandbox/customers/${id}/resets`)).toAnswer(404);
          expect(await developer.call('DELETE', `/sandbox/customers/${id}`)).toAnswer(404);
        }
      expect(await put(other, customerId)).toAnswer(409, taken);
      expect([await listed(one), await listed(other)]).toMatchObject([[{ customerId }], []]);
      // Each of the two can still sign in.
      for (const login of logins) await client.consentedBy(login as never, 'allPsd2');
      expect(await put(one, customerId, { products: [], secondOwner: true })).toAnswer(200);

      expect(await one.call('DELETE', `/sandbox/customers/${customerId}`)).toAnswer(204);
      for (const developer of [one, other]) expect(await put(developer, customerId)).toAnswer(409, taken);
    },
    slowMs,
  );

  it(
    'is refused where the people who would come with it have one that is taken',
    async () => {
      const one = await AScenarist.of(bank);
      const customerId = randomUUID();
      expect(await put(one, secondOf(customerId))).toAnswer(200);
      for (const secondOwner of [true, false]) expect(await put(one, customerId, { products: [], secondOwner })).toAnswer(409, taken);
      expect(await put(one, randomUUID(), { products: [], secondOwner: true })).toAnswer(200);
      expect(await listed(one)).toHaveLength(2);
    },
    slowMs,
  );
});
