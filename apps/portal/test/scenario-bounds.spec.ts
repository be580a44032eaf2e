import { randomUUID } from 'node:crypto';
import { customerEditorPages, sandboxOperations, scenarioPages, type Operation, services } from '@open-banking/spec';
import { exchange, runningBank } from '@open-banking/testing';
import { ledgerCheck } from '@open-banking/testing/database';
import { anotherPortal } from './another-portal.js';
import { AScenarist } from './a-scenarist.js';

const slowMs = 300_000;

describe('a scenario', () => {
  const bank = runningBank(services);

  it(
    'ends what a customer has approved, however much it is, and the books agree before and after',
    async () => {
      const one = await AScenarist.of(bank);
      const client = await one.client(bank);
      const { customerId, logins } = await one.customer({ products: ['euroAccount'] });
      const { consentId } = await client.consentedBy(logins[0] as never);
      const database = bank.database('ais-pis');
      // As many more as a list shows: copies of the one that was approved.
      await database.query(
        `with copy as (
           insert into consent select r.* from consent c, generate_series(1, 100) n,
             lateral jsonb_populate_record(null::consent, to_jsonb(c) || jsonb_build_object('consent_id', gen_random_uuid(), 'frequency_per_day', 1 + n % 4)) r
           where c.consent_id = $1 returning consent_id)
         insert into consent_approval select copy.consent_id, a.psu_id, a.approved_at from copy, consent_approval a where a.consent_id = $1`,
        [consentId],
      );
      const statuses = async () =>
        (
          await database.query<{ status: string; count: number }>(
            `select status, count(*)::int as count from consent k join consent_approval a using (consent_id)
             where a.psu_id = (select psu_id from consent_approval where consent_id = $1) group by 1`,
            [consentId],
          )
        ).rows;
      expect(await statuses()).toEqual([{ status: 'valid', count: 101 }]);
      const broken = async () =>
        (await ledgerCheck(bank.operator.databases as Parameters<typeof ledgerCheck>[0])).checks.filter(
          ({ ok, firstBroken = '' }) => !ok && accounts.some((id) => firstBroken.includes(id)),
        );
      const accounts = logins[0]!.accounts.map(({ resourceId }) => resourceId);
      expect(await broken()).toEqual([]);
      const reset = () => one.call('POST', `/sandbox/customers/${customerId}/resets`);
      let answer = await reset();
      // The gateway waits 5 s; what has not ended by then goes on, and the same request waits for its turn, then finds the rest.
      while ([409, 504].includes(answer.status)) answer = await reset();
      expect(answer).toAnswer(200);
      expect(await statuses()).toEqual([{ status: 'revokedByPsu', count: 101 }]);
      expect(await broken()).toEqual([]);
      expect(await one.call('DELETE', `/sandbox/customers/${customerId}`)).toAnswer(204);
      expect(await broken()).toEqual([]);
    },
    slowMs,
  );

  it(
    'exists in the sandbox alone: elsewhere its paths and its page are as if there were none',
    async () => {
      const one = await AScenarist.of(bank);
      expect(await one.call('GET', '/sandbox/customers')).toAnswer(200);
      const elsewhere = await anotherPortal(bank, '0', () => 'http://127.0.0.1:9');
      try {
        const json = { body: '{}', headers: { ...one.headers, 'content-type': 'application/json' } };
        const ask = (path: string, method = 'GET') =>
          exchange(`${elsewhere.baseUrl}${path}`, {
            method,
            ...(method === 'GET' || method === 'DELETE' ? { headers: one.headers } : json),
          });
        for (const row of Object.values(sandboxOperations) as unknown as Operation[])
          expect([row.id, (await ask(row.path.replaceAll(/\{[^}]+\}/g, randomUUID()), row.method)).status]).toEqual([row.id, 404]);
        expect((await ask(scenarioPages.showScenarios.path)).status).toBe(404);
      } finally {
        await elsewhere.stop();
      }
    },
    slowMs,
  );

  it(
    'has room for 50 customers at once and 500 a day, and says when one is too many',
    async () => {
      const one = await AScenarist.of(bank);
      const { customerId } = await one.customer({ products: [] });
      const database = bank.database('portal');
      await database.query(
        `insert into sandbox_customer select r.* from sandbox_customer c, generate_series(1, 49) n,
           lateral jsonb_populate_record(null::sandbox_customer, to_jsonb(c) || jsonb_build_object('customer_id', gen_random_uuid(), 'seed', n::text, 'login_name', gen_random_uuid())) r
         where c.customer_id = $1`,
        [customerId],
      );
      const made = () => one.call('POST', '/sandbox/customers', { products: [] });
      expect(await made()).toAnswer(429, { tppMessages: [{ text: 'You have 50 customers, the most there may be: delete some.' }] });
      const onPage = async () => {
        await one.developer.browser.open(customerEditorPages.showSandboxCustomers.path);
        return one.developer.browser.press('create', { preset: '', seed: '' });
      };
      const refused = await onPage();
      expect(refused.text).toContain('You have 50 customers, the most there may be: delete some.');
      expect(await one.call('DELETE', `/sandbox/customers/${customerId}`)).toAnswer(204);
      expect(await made()).toAnswer(201);

      await database.query(
        `insert into sandbox_data_set (customer_id, developer_id, until_day, made_at)
         select customer_id, developer_id, until_day, made_at from sandbox_data_set, generate_series(1, 498) where customer_id = $1`,
        [customerId],
      );
      const { customers } = (await one.call('GET', '/sandbox/customers')).body as { customers: { customerId: string }[] };
      const reset = () => one.call('POST', `/sandbox/customers/${customers.at(-1)!.customerId}/resets`);
      expect(await reset()).toAnswer(429, {
        tppMessages: [{ text: 'You have made or reset 500 customers in 24 hours, the most there may be.' }],
      });
      await database.query(
        'delete from sandbox_data_set where data_set = (select max(data_set) from sandbox_data_set where customer_id = $1)',
        [customerId],
      );
      expect(await reset()).toAnswer(200);
    },
    slowMs,
  );
});
