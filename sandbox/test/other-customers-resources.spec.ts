import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { operations, parametersOf, type Operation, type Service, services } from '@open-banking/spec';
import { runningBank, type HttpResponse, type Caller, type TestClient } from '@open-banking/testing';
import { anotherService, type AnotherService } from '@open-banking/testing/bank';
import { expectUnknown, createdBy, everything, filled, idsOf, nobodys, queryOf } from '@open-banking/testing/sweep';

type Ids = Readonly<Record<string, string>>;

const rows = operations
  .filter(({ id, path }) => id !== 'createPayment' && parametersOf(path).length > 0)
  .map((row) => ({ name: `${row.method} ${row.path}`, row }));
const reads = operations.filter(({ method, token }) => method === 'GET' && token?.consent).map((row) => ({ name: row.path, row }));
const maxTimes = 20;
const products = { 'payment-product': 'sepa-credit-transfers' };

describe("another customer's resource", () => {
  const bank = runningBank(services);
  let callerOf: (row: Operation) => Caller;
  let ids: Ids;
  let others: Ids;
  let stranger: Ids;
  /** What the client whose resources they are is answered, before anybody else asks for them. */
  let before: unknown[];

  beforeAll(async () => {
    ({ callerOf, ids } = await everything(bank));
    const own = new Set(bank.demo.accounts.map(({ resourceId }) => resourceId));
    const theirs = bank.customers.flatMap(({ accounts }) => accounts).filter(({ resourceId }) => !own.has(resourceId));
    stranger = await createdBy(await bank.client());
    others = { ...idsOf(theirs), ...stranger };
    before = await states();
  });

  const ask = (row: Operation, of: Ids, by = callerOf(row), headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> => {
    const query = queryOf(row);
    return by.paced.send(row.method, `${filled(row, of)}${query && '?'}${query}`, { headers });
  };

  it.each(rows)('$name answers like for a resource that does not exist', async ({ row }) => {
    const answers = [
      await ask(row, { ...others, ...fresh(row) }),
      await ask(row, others),
      await ask(row, { ...nobodys, ...products }),
      // What the same customer approved for another client is another client's all the same.
      ...(row.token?.kind === 'either' ? [await ask(row, ids, await sameKindOf(row))] : []),
    ];
    expectUnknown(row, answers);
    // Branch and account number name an account together: neither is the wrong one.
    const { path } = (answers[0]!.body as { tppMessages: { path?: string }[] }).tppMessages[0]!;
    expect(path).toBe(row.path.includes('}-{') ? undefined : parametersOf(row.path).at(-1));
  });

  it.each(reads)("$name is refused with another client's consent and with an unknown consent", async ({ row }) => {
    const answers: HttpResponse[] = [];
    for (const consentId of [randomUUID(), stranger['consentId']!, ids['consentId']!, 'no-uuid'])
      answers.push(await ask(row, ids, callerOf(row), { 'consent-id': consentId }));
    expectUnknown({ ...row, permission: undefined }, answers);
    expect(await ask(row, ids)).toAnswer(200);
  });

  describe('in the database', () => {
    /** Services of their own, whose log names the statements of each request. */
    const further = new Map<Service, AnotherService>();
    beforeAll(async () => {
      for (const service of new Set(rows.map(({ row }) => row.service)))
        further.set(service, await anotherService(bank, service, { settings: { LOG_LEVEL: 'debug' } }));
    });
    afterAll(() => Promise.all([...further.values()].map((one) => one.stop())));

    /** The statements that a request has run, in order. */
    async function statementsOf(row: Operation, of: Ids): Promise<{ status: number; statements: string[] }> {
      const { baseUrl, logFile } = further.get(row.service)!;
      const id = randomUUID();
      const { status } = await ask(row, of, callerOf(row).at(baseUrl), { 'x-request-id': id });
      const written = () =>
        readFileSync(logFile, 'utf8')
          .split('\n')
          .find((line) => line.includes(id));
      while (written() === undefined) await pause(10);
      return { status, statements: (JSON.parse(written()!) as { statements: string[] }).statements };
    }

    it.each(rows)('$name runs the same statements as for what nobody has', async ({ row }) => {
      // The first request of a service finds out whose token it is; from then on it is remembered for a moment.
      const asked = async () => {
        await statementsOf(row, { ...nobodys, ...products });
        const unknown = await statementsOf(row, { ...others, ...fresh(row) });
        expect(unknown.statements).not.toEqual([]);
        const alike = [await statementsOf(row, others), await statementsOf(row, { ...others, ...fresh(row), ...malformed(row) })];
        return { unknown, alike };
      };
      let seen = await asked();
      // On a machine that stands still the moment may be over in between: what differs by the resource does so each time.
      for (let times = 1; !isDeepStrictEqual(seen.alike, [seen.unknown, seen.unknown]) && times < maxTimes; times += 1)
        seen = await asked();
      expect(seen.alike).toEqual([seen.unknown, seen.unknown]);
    });
  });

  /** Ids nobody has, new each time: nothing can have been remembered of them. */
  const fresh = ({ path, formats }: Operation): Ids =>
    Object.fromEntries(
      parametersOf(path)
        .filter((name) => formats?.[name]?.kind === 'uuid')
        .map((name) => [name, randomUUID()])
        .concat(path.includes('{AccountNumber}') ? [['AccountNumber', String(Math.floor(10 ** 9 * (1 + 8 * Math.random())))]] : []),
    );

  /** Ids that are no UUIDs, where the row's ids are. */
  const malformed = ({ formats = {} }: Operation): Ids =>
    Object.fromEntries(
      Object.keys(formats)
        .filter((name) => formats[name]!.kind === 'uuid')
        .map((name) => [name, 'no-uuid']),
    );

  let strangers: Promise<TestClient> | undefined;
  /** Another client, with the same kind of token. */
  const sameKindOf = async ({ token }: Operation): Promise<Caller> =>
    (await (strangers ??= bank.client())).withClientToken(token!.issuer, token!.clientScope);

  /** Consent, payment and mandate, as their client reads them. */
  const states = async (): Promise<unknown[]> => {
    const found: unknown[] = [];
    for (const path of [
      `/v1.7/consents/${ids['consentId']!}`,
      `/v1.7/payments/sepa-credit-transfers/${ids['paymentId']!}`,
      `/v2/mandates/${ids['resourceId']!}`,
    ]) {
      const row = operations.find(
        ({ method, path: template }) => method === 'GET' && filled({ path: template } as Operation, ids) === path,
      )!;
      const answer = await ask(row, ids);
      expect(answer).toAnswer(200);
      found.push(answer.body);
    }
    return found;
  };

  it('remains unchanged after all requests of another client, including deletions', async () => {
    expect(await states()).toEqual(before);
  });
});
