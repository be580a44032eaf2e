import { operations, services, type Operation } from '@open-banking/spec';
import { runningBank, type Caller, type HttpResponse, type TestClient } from '@open-banking/testing';
import { bodyOf, createdBy, everything, filled, queryOf } from '@open-banking/testing/sweep';

const rows = operations.map((row) => ({ ...row, name: `${row.method} ${row.path}`, row }));
const forms = ['application/json', 'application/problem+json'] as const;
const hebrew = 'דנה';

describe('the media type of an answer', () => {
  const bank = runningBank(services);
  let callerOf: (row: Operation) => Caller;
  let client: TestClient;
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    ({ callerOf, client, ids } = await everything(bank));
  });

  const address = (row: Operation, of = ids, query = queryOf(row)): string => `${filled(row, of)}${query && '?'}${query}`;
  const typeOf = ({ headers }: HttpResponse) => headers['content-type'];

  /** An error names its type alone, and no character that another charset could change. */
  const expectError = (answered: HttpResponse, status: number, type: string) => {
    expect([answered.status, typeOf(answered)]).toEqual([status, type]);
    expect(answered.text).toMatch(/^[\x20-\x7e]+$/);
  };

  it.each(rows)('$name names UTF-8 in a success', async ({ row }) => {
    // Deletes only this test's own resources.
    const own = row.method === 'DELETE' ? { ...ids, ...(await createdBy(client)) } : ids;
    const answered = await callerOf(row).send(row.method, address(row, own), { body: bodyOf(row) });
    expect(answered.status).toBeLessThan(300);
    expect(typeOf(answered)).toBe(answered.status === 204 ? undefined : 'application/json; charset=utf-8');
  });

  it.each(rows)('$name names no charset in an error, which is in ASCII and says what was sent', async ({ row }) => {
    for (const accept of forms) {
      const ask = (by: Caller, query: string, method: string = row.method) =>
        by.send(method, address(row, ids, query), { body: bodyOf(row), headers: { accept } });
      const refused = await ask(callerOf(row), [queryOf(row), `${encodeURIComponent(hebrew)}=1`].filter(Boolean).join('&'));
      expectError(refused, 400, accept);
      expect(JSON.stringify(refused.body)).toContain(`"${hebrew}"`);
      expectError(await ask(callerOf(row), '', 'PATCH'), 405, accept);
      if (row.token) expectError(await ask(client.withoutToken, queryOf(row)), 401, accept);
    }
  });

  it('names no charset in an error of the gateway and of OAuth', async () => {
    expectError(await client.withoutToken.get('/v1.7/nothing'), 404, 'application/json');
    for (const endpoint of ['token', 'revoke', 'par'])
      for (const accept of forms) {
        const path = new URL(`${client.issuerOf('consents')}/${endpoint}`).pathname;
        for (const method of ['POST', 'GET']) {
          const answered = await client.withoutToken.paced.send(method, path, { headers: { accept } });
          expect(answered.status).toBeGreaterThan(399);
          expectError(answered, answered.status, 'application/json');
        }
      }
  });
});
