import { randomUUID } from 'node:crypto';
import { developerPages, services } from '@open-banking/spec';
import { exchange, freshBank } from '@open-banking/testing';
import type { ForkedService } from '@open-banking/testing/bank';
import { ledgerCheck } from '@open-banking/testing/database';
import { presetNames } from '../src/customer-data/customer-presets.js';
import { password } from './a-developer.js';
import { portalWithout } from './another-portal.js';
import { AScenarist, type Made } from './a-scenarist.js';

const slowMs = 300_000;
const body = { products: ['euroAccount', 'savings', 'loan', 'card', 'securities'] };

describe('a customer whose data only some services have taken', () => {
  // Its own, because the books of the whole bank must agree.
  const bank = freshBank(services);
  /** A portal that does not reach savings-loans: ais-pis takes its share of the data before. */
  let portal: ForkedService;

  beforeAll(async () => {
    portal = await portalWithout(bank, 'savings-loans');
  }, slowMs);
  afterAll(() => portal.stop());

  const askBroken = (one: AScenarist, method: string, path: string, sent?: object) =>
    exchange(`${portal.baseUrl}${path}`, {
      method,
      headers: { ...one.headers, ...(sent && { 'content-type': 'application/json' }) },
      ...(sent && { body: JSON.stringify(sent) }),
    });
  /** Repeats what waits for a change that was broken off, or what a busy machine does not get to the end. */
  const answered = async <T extends { status: number }>(ask: () => Promise<T>): Promise<T> => {
    for (;;) {
      const answer = await ask();
      if (![409, 504].includes(answer.status)) return answer;
    }
  };
  const listed = async (one: AScenarist): Promise<Made[]> =>
    ((await one.call('GET', '/sandbox/customers')).body as { customers: Made[] }).customers;
  const brokenChecks = async () =>
    (await ledgerCheck(bank.operator.databases as Parameters<typeof ledgerCheck>[0])).checks.filter(({ ok }) => !ok);
  const heldBy = async (customerId: string) =>
    (
      await Promise.all(
        (['ais-pis', 'savings-loans', 'loan-services', 'cards', 'securities'] as const).map((service) =>
          bank.database(service).query<{ id: string }>('select resource_id as id from holder where psu_id = $1 order by 1', [customerId]),
        ),
      )
    ).flatMap(({ rows }) => rows.map(({ id }) => id));
  /** The customer of a call that failed, as the list shows it. */
  const unfinished = async (one: AScenarist): Promise<string> => {
    const customers = await listed(one);
    expect(customers).toMatchObject([{ logins: [] }]);
    return customers[0]!.customerId;
  };
  /** A customer in ais-pis only, made by PUT. */
  const begun = async (one: AScenarist): Promise<string> => {
    const path = `/sandbox/customers/${randomUUID()}`;
    expect((await askBroken(one, 'PUT', path, body)).status).toBe(503);
    await unfinished(one);
    return path;
  };

  it(
    'stays in the list after a POST that failed, and a repeated DELETE removes it everywhere once all services answer',
    async () => {
      const one = await AScenarist.of(bank);
      expect((await askBroken(one, 'POST', '/sandbox/customers', body)).status).toBe(503);
      const customerId = await unfinished(one);
      const path = `/sandbox/customers/${customerId}`;
      expect((await answered(() => askBroken(one, 'DELETE', path))).status).toBe(503);
      expect(await unfinished(one)).toBe(customerId);
      expect(await answered(() => one.call('DELETE', path))).toAnswer(204);
      expect([await listed(one), await heldBy(customerId)]).toEqual([[], []]);
      expect(await brokenChecks()).toEqual([]);
    },
    slowMs,
  );

  it(
    'is completed before it is deleted, reset, or given other data',
    async () => {
      const one = await AScenarist.of(bank);
      const deleted = await begun(one);
      expect(await answered(() => one.call('DELETE', deleted))).toAnswer(204);
      expect(await brokenChecks()).toEqual([]);

      const replaced = await begun(one);
      expect((await answered(() => askBroken(one, 'PUT', replaced, { products: ['euroAccount'] }))).status).toBe(503);
      const made = await answered(() => one.call('PUT', replaced, { products: ['euroAccount'], seed: '7' }));
      expect(made).toAnswer(200, { seed: '7' });
      expect(await brokenChecks()).toEqual([]);
      expect(await answered(() => one.call('DELETE', replaced))).toAnswer(204);

      const reset = await begun(one);
      expect(await answered(() => one.call('POST', `${reset}/resets`))).toAnswer(200);
      expect(await brokenChecks()).toEqual([]);
    },
    slowMs,
  );

  it(
    'is loaded by a repetition into the services that lack the data, and a second time into none',
    async () => {
      const one = await AScenarist.of(bank);
      for (const sent of [body, ...presetNames.map((preset) => ({ preset }))]) {
        const { customerId } = await one.customer(sent);
        const before = await heldBy(customerId);
        // As if the portal had been killed after the last service answered.
        await bank.database('portal').query('update sandbox_data_set set logins = null where customer_id = $1', [customerId]);
        const path = `/sandbox/customers/${customerId}`;
        expect(await answered(() => one.call('PUT', path, sent))).toAnswer(200);
        expect([sent, await heldBy(customerId)]).toEqual([sent, before]);
      }
      expect(await brokenChecks()).toEqual([]);
    },
    slowMs,
  );

  it(
    'keeps its account from being deleted, until it is removed',
    async () => {
      const one = await AScenarist.of(bank);
      const path = await begun(one);
      const deleteAccount = async () => {
        await one.developer.browser.open(developerPages.showAccount.path);
        return one.developer.browser.press('delete-account', { password });
      };
      expect(await deleteAccount()).toMatchObject({ status: 422, text: expect.stringContaining('1 sandbox customer</a> first') as string });
      expect(await answered(() => one.call('DELETE', path))).toAnswer(204);
      expect(await deleteAccount()).toMatchObject({ status: 200 });
      expect(await brokenChecks()).toEqual([]);
    },
    slowMs,
  );
});
