import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { daysAgo, runningBank, type Caller, type ConsentedCaller } from '@open-banking/testing';
import { anotherProcess, anotherService, type AnotherService } from '@open-banking/testing/bank';
import { Client } from 'pg';

const slowMs = 300_000;

describe('a token that was presented a moment ago', () => {
  const bank = runningBank(['ais-pis']);
  /** One in a process of its own, the other in that of the run. */
  const processes: AnotherService[] = [];
  let permitted: ConsentedCaller;
  let callers: Caller[];
  let database: Client;
  let clientId: string;
  /** A list, which asks whether the token holds, and reads that ask it besides. */
  let paths: string[];

  beforeAll(async () => {
    const client = await bank.client();
    clientId = client.clientId;
    const account = bank.resources(bank.demo, 'account')[0]!;
    permitted = await client.consentedBy(bank.demo, { balances: [account], transactions: [account] });
    const one = `/v1.7/accounts/${account.resourceId}`;
    paths = ['/v1.7/accounts', one, `${one}/balances`, `${one}/transactions?bookingStatus=booked&dateFrom=${daysAgo(30)}`];
    processes.push(await anotherProcess(bank, 'ais-pis'), await anotherService(bank, 'ais-pis'));
    callers = processes.map(({ baseUrl }) => permitted.at(baseUrl).retrying);
    database = new Client({ connectionString: bank.facts.ownerUrls['ais-pis'] });
    await database.connect();
  }, slowMs);
  afterAll(async () => {
    await database.end();
    await Promise.all(processes.map((one) => one.stop()));
  });

  /** One request for each path to both processes, all at once. */
  const all = async (): Promise<number[]> =>
    (await Promise.all(callers.flatMap((caller) => paths.map((path) => caller.get(path))))).map(({ status }) => status);

  /** What both processes answer; each is asked at once, and again when it remembers the token. */
  const answers = async (): Promise<number[]> => [...new Set([...(await all()), ...(await all())])];

  it.each([
    [
      'its row is revoked',
      401,
      "update artifact set revoked_at = now() where kind = 'AccessToken' and payload->>'clientId' = $1",
      'update artifact set revoked_at = null',
    ],
    [
      'its grant is revoked',
      401,
      "update artifact set revoked_at = now() where kind = 'Grant' and payload->>'clientId' = $1",
      'update artifact set revoked_at = null',
    ],
    [
      'its consent is revoked',
      401,
      "update consent set status = 'revokedByPsu' where client_id = $1",
      "update consent set status = 'valid'",
    ],
    [
      'its consent is past its last day',
      401,
      "update consent set valid_until = '2020-01-01' where client_id = $1",
      // The job that ends consents may have stored the end meanwhile.
      "update consent set valid_until = '2099-01-01', status = 'valid'",
    ],
    ['its client is removed', 401, 'update client set removed_at = now() where client_id = $1', 'update client set removed_at = null'],
    [
      'its client is suspended',
      403,
      'update client set suspended_at = now() where client_id = $1',
      'update client set suspended_at = null',
    ],
  ])('opens nothing at the next request when %s', async (_, refused, change, undo) => {
    const whose = /^update artifact/.test(change) ? " where payload->>'clientId' = $1" : ' where client_id = $1';
    expect(await answers()).toEqual([200]);
    await database.query(change, [clientId]);
    expect(await answers()).toEqual([refused]);
    await database.query(undo + whose, [clientId]);
    expect(await answers()).toEqual([200]);
  });

  it('opens nothing when what was granted is gone', async () => {
    expect(await answers()).toEqual([200]);
    const { rows } = await database.query<object>('delete from consent_grant where consent_id = $1 returning *', [permitted.consentId]);
    expect(await answers()).toEqual([401]);
    for (const row of rows)
      await database.query('insert into consent_grant select * from json_populate_record(null::consent_grant, $1)', [JSON.stringify(row)]);
    expect(await answers()).toEqual([200]);
  });

  const revoke = "update consent set status = 'revokedByPsu' where consent_id = $1";
  const restore = "update consent set status = 'valid' where consent_id = $1";

  it.each(['before', 'after'] as const)(
    'opens nothing once a change is committed that was written %s the token was looked up',
    async (when) => {
      expect(await answers()).toEqual([200]);
      await database.query('begin');
      // From here on the transaction has its number.
      await database.query('insert into access_change (subject) values ($1)', [randomUUID()]);
      if (when === 'before') await database.query(revoke, [permitted.consentId]);
      // What is remembered from here on was read while the transaction was open: none of it holds longer than a second.
      const until = performance.now() + 1_200;
      for (; performance.now() < until; await pause(50)) expect(await answers()).toEqual([200]);
      if (when === 'after') await database.query(revoke, [permitted.consentId]);
      expect(await answers()).toEqual([200]);
      await database.query('commit');
      expect(await answers()).toEqual([401]);
      await database.query(restore, [permitted.consentId]);
      expect(await answers()).toEqual([200]);
    },
  );

  it('opens nothing when more has changed at once than is told apart', async () => {
    expect(await answers()).toEqual([200]);
    await database.query("insert into access_change (subject) select 'nobody ' || number from generate_series(1, 1500) number");
    expect(await answers()).toEqual([200]);
    await database.query('begin');
    await database.query("insert into access_change (subject) select 'nobody ' || number from generate_series(1, 1500) number");
    await database.query(revoke, [permitted.consentId]);
    await database.query('commit');
    expect(await answers()).toEqual([401]);
    await database.query(restore, [permitted.consentId]);
  });

  it(
    'is never answered by what was stored before, however its consent changes while it is read',
    async () => {
      let isValid = true;
      for (let change = 0; change < 40; change++) {
        const meanwhile = all();
        isValid = !isValid;
        await database.query(isValid ? restore : revoke, [permitted.consentId]);
        expect(new Set(await all())).toEqual(new Set([isValid ? 200 : 401]));
        for (const status of await meanwhile) expect([200, 401]).toContain(status);
      }
      await database.query(restore, [permitted.consentId]);
    },
    slowMs,
  );
});
