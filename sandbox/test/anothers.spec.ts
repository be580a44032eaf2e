import { randomUUID } from 'node:crypto';
import { operations, parametersOf, type Operation } from '@open-banking/spec';
import { runningBank, type Answered, type Caller, type TestClient } from '@open-banking/testing';
import { createdBy, everything, filled, idsOf, nobodys, queryOf } from './sweep/everything.js';

type Ids = Readonly<Record<string, string>>;

const rows = operations
  .filter(({ id, path }) => id !== 'createPayment' && parametersOf(path).length > 0)
  .map((row) => ({ name: `${row.method} ${row.path}`, row }));
const reads = operations.filter(({ method, token }) => method === 'GET' && token?.consent).map((row) => ({ name: row.path, row }));
const samples = 21;

/** What a client can see of an answer, besides what is of this one request: its id, its time, what is left of the client's limits. */
const visible = ({ status, text, headers }: Answered) => {
  const { 'x-request-id': _, date, ratelimit, ...others } = headers;
  return { status, text, headers: others };
};

const median = (values: readonly number[]): number => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!;

describe("what is another's", () => {
  const bank = runningBank();
  let callerOf: (row: Operation) => Caller;
  let ids: Ids;
  let others: Ids;
  let stranger: Ids;

  beforeAll(async () => {
    ({ callerOf, ids } = await everything(bank));
    const own = new Set(bank.demo.accounts.map(({ resourceId }) => resourceId));
    const theirs = bank.customers.flatMap(({ accounts }) => accounts).filter(({ resourceId }) => !own.has(resourceId));
    stranger = await createdBy(await bank.client());
    others = { ...idsOf(theirs), ...stranger };
  }, 60_000);

  const ask = (row: Operation, of: Ids, by = callerOf(row), headers: Readonly<Record<string, string>> = {}): Promise<Answered> => {
    const query = queryOf(row);
    return by.paced.send(row.method, `${filled(row, of)}${query && '?'}${query}`, { headers });
  };

  it.each(rows)('$name is answered as what nobody has', async ({ row }) => {
    const unknown = visible(await ask(row, { ...others, ...fresh(row) }));
    expect([403, 404]).toContain(unknown.status);
    expect(visible(await ask(row, others))).toEqual(unknown);
    expect(visible(await ask(row, { ...nobodys, 'payment-product': 'sepa-credit-transfers' }))).toEqual(unknown);
    // What the same customer approved for another client is another client's all the same.
    if (row.token?.kind === 'either') expect(visible(await ask(row, ids, await sameKindOf(row)))).toEqual(unknown);
  });

  it.each(reads)("$name is not opened by another's consent, nor by one that does not exist", async ({ row }) => {
    const unknown = visible(await ask(row, ids, callerOf(row), { 'consent-id': randomUUID() }));
    expect(unknown.status).toBe(403);
    for (const consentId of [stranger['consentId']!, ids['consentId']!, 'no-uuid'])
      expect(visible(await ask(row, ids, callerOf(row), { 'consent-id': consentId }))).toEqual(unknown);
    expect(await ask(row, ids)).toAnswer(200);
  });

  it('takes no other time to refuse (printed, not judged: other work runs on this machine)', async () => {
    const lines: string[] = [];
    for (const { row } of rows.filter(({ row: { method } }) => method === 'GET')) {
      const took = { unknown: [] as number[], anothers: [] as number[] };
      for (let sample = 0; sample < samples; sample += 1) {
        for (const whose of sample % 2 ? (['unknown', 'anothers'] as const) : (['anothers', 'unknown'] as const)) {
          const began = performance.now();
          const answer = await ask(row, whose === 'unknown' ? { ...others, ...fresh(row) } : others);
          const ms = performance.now() - began;
          expect([403, 404]).toContain(answer.status);
          if (ms < 900) took[whose].push(ms);
        }
      }
      lines.push(`${row.path.padEnd(70)} ${median(took.unknown).toFixed(1).padStart(6)} ${median(took.anothers).toFixed(1).padStart(6)}`);
    }
    process.stderr.write(`median ms until refused${' '.repeat(45)} unknown another's\n${lines.join('\n')}\n`);
  }, 180_000);

  /** Ids nobody has, new each time: nothing can have been remembered of them. */
  const fresh = ({ path }: Operation): Ids =>
    Object.fromEntries(
      parametersOf(path)
        .filter((name) => /id$/i.test(name))
        .map((name) => [name, randomUUID()])
        .concat(path.includes('{AccountNumber}') ? [['AccountNumber', String(Math.floor(10 ** 9 * (1 + 8 * Math.random())))]] : []),
    );

  let strangers: Promise<TestClient> | undefined;
  /** Another client, with the same kind of token. */
  const sameKindOf = async ({ token }: Operation): Promise<Caller> =>
    (await (strangers ??= bank.client())).asItself(
      token!.issuer,
      { consents: 'AIS', payments: 'PIS', mandates: 'MANDATE', cancellation: '' }[token!.issuer],
    );

  it('is still there after all that another client tried, its deletions too', async () => {
    for (const path of [
      `/v1.7/consents/${ids['consentId']!}`,
      `/v1.7/payments/sepa-credit-transfers/${ids['paymentId']!}`,
      `/v2/mandates/${ids['resourceId']!}`,
    ]) {
      const row = operations.find(
        ({ method, path: template }) => method === 'GET' && filled({ path: template } as Operation, ids) === path,
      )!;
      expect(await ask(row, ids)).toAnswer(200);
    }
  });
});
