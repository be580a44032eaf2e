import { services } from '@open-banking/spec';
import { exchange, freshBank, until } from '@open-banking/testing';
import type { ForkedService } from '@open-banking/testing/bank';
import { ledgerCheck } from '@open-banking/testing/database';
import { anotherPortal } from './another-portal.js';
import { AScenarist, type Made } from './a-scenarist.js';

const slowMs = 300_000;
const products = ['euroAccount', 'savings', 'loan'];
/** Beside a removal, each replica resets once. A round resets all products of a customer and checks the books of the whole bank. */
const rounds = 2;

describe('changes of one customer of a developer', () => {
  // Its own, because the books of the whole bank must agree.
  const bank = freshBank(services);
  let replica: ForkedService;

  beforeAll(async () => {
    replica = await anotherPortal(bank, '1', (service) => `http://127.0.0.1:${bank.facts.internal[service].internalPort}`);
  }, slowMs);
  afterAll(() => replica.stop());

  /** Repeats what a busy machine does not get to the end, as its answer says. */
  const answered = async (ask: () => Promise<Awaited<ReturnType<AScenarist['call']>>>) => {
    for (;;) {
      const answer = await ask();
      if (![409, 504].includes(answer.status)) return answer;
    }
  };
  /** Asks the portal of the bank, and a second replica of it. */
  const atBank = (one: AScenarist, method: string, path: string) => one.call(method, path);
  const atReplica = (one: AScenarist, method: string, path: string) =>
    exchange(`${replica.baseUrl}${path}`, {
      method,
      headers: { ...one.headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
      ...(method === 'POST' && { body: '{}' }),
    });
  const replicas = [atBank, atReplica];
  const brokenChecks = async () =>
    (await ledgerCheck(bank.operator.databases as Parameters<typeof ledgerCheck>[0])).checks.filter(({ ok }) => !ok);
  const heldBy = async (customerId: string, service: 'ais-pis' | 'savings-loans' | 'loan-services') =>
    (
      await bank.database(service).query<{ id: string }>('select resource_id as id from holder where psu_id = $1 order by 1', [customerId])
    ).rows.map(({ id }) => id);
  /** As if a replica that was killed had begun a change so long before its lease ends. */
  const leaseToAnother = (customerId: string, lasts: string) =>
    bank
      .database('portal')
      .query('update sandbox_customer set change_id = gen_random_uuid(), change_until = now() + $2::interval where customer_id = $1', [
        customerId,
        lasts,
      ]);

  it(
    'take turns: two resets at once, at two replicas, leave the accounts of the later one in every service',
    async () => {
      const one = await AScenarist.of(bank);
      const { customerId } = await one.customer({ products });
      for (let round = 0; round < rounds; round += 1) {
        const both = await Promise.all(replicas.map((at) => answered(() => at(one, 'POST', `/sandbox/customers/${customerId}/resets`))));
        expect(both.map(({ status }) => status)).toEqual([200, 200]);
        const read = (await one.call('GET', `/sandbox/customers/${customerId}`)).body as Made;
        const shown = read.logins[0]!.accounts.map(({ resourceId }) => resourceId).sort();
        const held = await Promise.all((['ais-pis', 'savings-loans'] as const).map((service) => heldBy(customerId, service)));
        expect(held.flat().sort()).toEqual(shown);
        expect(await brokenChecks()).toEqual([]);
      }
    },
    slowMs,
  );

  it(
    'take turns: a reset beside a removal is done before it, or finds no customer, and no service is left with accounts of theirs',
    async () => {
      const one = await AScenarist.of(bank);
      for (let round = 0; round < rounds; round += 1) {
        const { customerId } = await one.customer({ products });
        const path = `/sandbox/customers/${customerId}`;
        const [reset, removed] = await Promise.all([
          answered(() => replicas[round % 2]!(one, 'POST', `${path}/resets`)),
          answered(() => replicas[(round + 1) % 2]!(one, 'DELETE', path)),
        ]);
        expect([200, 404]).toContain(reset.status);
        expect(removed.status).toBe(204);
        for (const service of ['ais-pis', 'savings-loans', 'loan-services'] as const) expect(await heldBy(customerId, service)).toEqual([]);
        expect(await brokenChecks()).toEqual([]);
        expect(await one.call('GET', path)).toAnswer(404);
      }
    },
    slowMs,
  );

  it(
    'may be asked for beside what the customer does: the consent ends either way, and the books agree',
    async () => {
      const one = await AScenarist.of(bank);
      const client = await one.client(bank);
      const { customerId, logins } = await one.customer({ products: ['loan'], secondOwner: true });
      const shared = logins[0]!.accounts.filter(({ kind, approval }) => kind === 'account' && approval === 'both');
      const consentId = await client.createConsent({ balances: shared });
      const reader = await client.approvedBy(logins[0] as never, 'consents', `AIS:${consentId}`);
      const [reset, answer] = await Promise.all([
        one.call('POST', `/sandbox/customers/${customerId}/resets`),
        one.call('POST', `/sandbox/consents/${consentId}/second-owner-answers`, { answer: 'approve' }),
      ]);
      expect(reset).toAnswer(200);
      expect([204, 409]).toContain(answer.status);
      expect(await reader.get('/v1.7/accounts', { headers: { 'consent-id': consentId } })).toAnswer(401);
      expect(await brokenChecks()).toEqual([]);
    },
    slowMs,
  );

  it(
    'are refused while another one is under way for long, and made once it has ended or its lease has; others go on',
    async () => {
      const one = await AScenarist.of(bank);
      const [{ customerId }, other] = [await one.customer({ products: [] }), await one.customer({ products: [] })];
      const path = `/sandbox/customers/${customerId}`;
      await leaseToAnother(customerId, '1 hour');
      for (const at of replicas)
        for (const [method, of] of [
          ['POST', `${path}/resets`],
          ['DELETE', path],
        ] as const) {
          const refused = await at(one, method, of);
          expect(refused).toAnswer(409, {
            tppMessages: [
              {
                code: 'STATUS_INVALID',
                text: 'Another change of this customer is under way, or was broken off less than 15 seconds ago. Repeat the request.',
              },
            ],
          });
          expect(refused.headers['retry-after']).toBe('2');
        }
      expect(await one.call('GET', path)).toAnswer(200);
      expect(await one.call('POST', `/sandbox/customers/${other.customerId}/resets`)).toAnswer(200);
      await leaseToAnother(customerId, '0');
      expect(await one.call('POST', `${path}/resets`)).toAnswer(200);
      expect(await one.call('DELETE', path)).toAnswer(204);
    },
    slowMs,
  );

  it(
    'that have lost their turn change no further service, and can be repeated',
    async () => {
      const one = await AScenarist.of(bank);
      const { customerId } = await one.customer({ products });
      const path = `/sandbox/customers/${customerId}`;
      const rows = await bank.database('savings-loans').connect();
      try {
        await rows.query('begin');
        await rows.query('select from holder where psu_id = $1 for update', [customerId]);
        const removal = one.call('DELETE', path);
        await until('the removal has come to savings-loans', async () => (await heldBy(customerId, 'ais-pis')).length === 0);
        const [lease] = (
          await bank
            .database('portal')
            .query<{ seconds: number }>(
              'select extract(epoch from change_until - clock_timestamp())::float8 as seconds from sandbox_customer where customer_id = $1',
              [customerId],
            )
        ).rows;
        expect(lease!.seconds).toBeLessThanOrEqual(15);
        await leaseToAnother(customerId, '1 hour');
        await rows.query('rollback');
        expect(await removal).toAnswer(409, {
          tppMessages: [
            { text: 'This change took too long, and another one of this customer has begun. Repeat the request if it is still needed.' },
          ],
        });
      } finally {
        rows.release(true);
      }
      expect((await heldBy(customerId, 'loan-services')).length).toBeGreaterThan(0);
      expect(await one.call('GET', path)).toAnswer(200);
      await leaseToAnother(customerId, '0');
      expect(await one.call('DELETE', path)).toAnswer(204);
      expect(await heldBy(customerId, 'loan-services')).toEqual([]);
      expect(await brokenChecks()).toEqual([]);
    },
    slowMs,
  );
});
