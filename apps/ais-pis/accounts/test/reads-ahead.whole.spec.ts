import { daysAgo, freshBank, type Caller, type ConsentedCaller, type HttpResponse } from '@open-banking/testing';
import { anotherProcess, type AnotherProcess } from '@open-banking/testing/bank';
import { Client } from 'pg';
import { accountOfCustomer, balancesOfAccount } from '../src/accounts.statements.js';
import { bookedPage, bookedTexts, pendingPage } from '../src/transactions/transactions.statements.js';

const slowMs = 300_000;
/** A slow machine needs many times until one is quick enough. The limit of a minute allows for twice as many. */
const maxTimes = 150;
/** How this test's process calls itself at the database: other tests may wait for the same tables. */
const applicationName = 'reads-ahead';
/** What an account is read with, by one caller or several together. */
const reads = [accountOfCustomer, balancesOfAccount, bookedTexts, bookedPage, pendingPage]
  .flatMap(({ text, batch }) => [text, batch?.text])
  .filter((text) => text !== undefined);
const unattended = { headers: { 'psu-ip-address': '' } };

const revoke = "update consent set status = 'revokedByPsu' where consent_id = $1";
const restore = "update consent set status = 'valid' where consent_id = $1";
const exchange = 'update consent_grant set resource_id = gen_random_uuid() where consent_id = $1';

/** What the client has left of an operation today. */
const leftOf = ({ headers }: HttpResponse): number => Number(/"day";r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);

describe('a read of an account that begins while the bank asks whether its token still holds', () => {
  // Its own, because whole tables are locked.
  const bank = freshBank(['ais-pis']);
  const clients: Client[] = [];
  let process: AnotherProcess;
  let permitted: ConsentedCaller;
  let caller: Caller;
  let database: Client;
  let observer: Client;
  let accountId: string;

  beforeAll(async () => {
    const account = bank.resources(bank.demo, 'account')[0]!;
    accountId = account.resourceId;
    permitted = await (await bank.client()).consentedBy(bank.demo, { balances: [account], transactions: [account] });
    // Nobody else asks it for anything.
    process = await anotherProcess(bank, 'ais-pis', { settings: { PGAPPNAME: applicationName } });
    caller = permitted.at(process.baseUrl).paced;
    const ownerUrl = bank.facts.ownerUrls['ais-pis'];
    // Only a superuser sees the statements of another role.
    const observerUrl = Object.assign(new URL(bank.facts.adminUrl), { pathname: new URL(ownerUrl).pathname });
    for (const connectionString of [ownerUrl, observerUrl.href]) clients.push(new Client({ connectionString }));
    // The bank stops its server before these connections close.
    for (const client of clients) client.on('error', () => undefined);
    await Promise.all(clients.map((client) => client.connect()));
    [database, observer] = clients as [Client, Client];
  }, slowMs);
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await process.stop();
  });

  const accountPath = (below: string): string =>
    `/v1.7/accounts/${accountId}${below}${below === '/transactions' ? `?bookingStatus=booked&dateFrom=${daysAgo(60)}` : ''}`;

  /**
   * Whether a read of an account waits for a locked table, with the bank's question in the same statement. Recurring work reads `holder` too:
   * `restore` makes texts of entries due, which this process may write meanwhile. So a read is told by its statement, of which the server
   * keeps the first kilobyte. A session is looked up before its locks are: one that was idle then still names the statement before.
   */
  async function readWaits(): Promise<boolean> {
    const { rows } = await observer.query<{ waits: boolean }>(
      `select exists (
         select from pg_locks join pg_stat_activity using (pid)
         where not granted and application_name = $1 and relation in ('access_change'::regclass, 'holder'::regclass)
           and state = 'active' and query <> '' and exists (select from unnest($2::text[]) as read where starts_with(read, query))
       ) as waits`,
      [applicationName, reads],
    );
    return rows[0]!.waits;
  }

  /** For how long the bank waits for its question before it goes on. */
  const questionMs = 100;
  /** Whether the account is read while the question waits: looked for as long as there is time left to change something. */
  async function isReadAhead(askedAt: number, lookingMs: number): Promise<boolean> {
    while (performance.now() < askedAt + lookingMs) if (await readWaits()) return true;
    return false;
  }

  interface ReadOutcome {
    readonly answer: HttpResponse;
    readonly before: HttpResponse;
    readonly isAhead: boolean;
    /** The change was made before the bank went on without its question's answer. */
    readonly inTime: boolean;
  }

  /** Answers a request whose token is remembered, and whose question waits until something has changed. */
  async function once(path: string, change?: string, options?: Parameters<Caller['get']>[1]): Promise<ReadOutcome> {
    // What is remembered of the token is new, so that it is not looked up again before the answer: then a read would wait that is not ahead.
    await database.query('insert into access_change (subject) values ($1)', [permitted.consentId]);
    const before = await caller.get(path);
    expect(before.status).toBe(200);
    await database.query('begin; lock table access_change, holder in access exclusive mode');
    const askedAt = performance.now();
    const asked = caller.get(path, options);
    // What is not expected is looked for no longer than half of the time, so that the other half is left for the change.
    const isAhead = await isReadAhead(askedAt, options ? questionMs / 2 : questionMs * 0.8);
    if (change !== undefined && (isAhead || options)) await database.query(change, [permitted.consentId]);
    await database.query('commit');
    const inTime = performance.now() < askedAt + questionMs;
    return { answer: await asked, before, isAhead, inTime };
  }

  const restoreConsent = (): Promise<unknown> => database.query(restore, [permitted.consentId]);

  /** The same, until it was read ahead and answered in time: a busy machine is not always fast enough. `undo` takes the change back. */
  async function during(path: string, change?: string, undo = restoreConsent): Promise<ReadOutcome> {
    let asked = await once(path, change);
    for (let time = 0; !(asked.isAhead && asked.inTime) && time < maxTimes; time++) {
      if (change !== undefined) await undo();
      asked = await once(path, change);
    }
    return asked;
  }

  it.each(['', '?withBalance=true', '/balances', '/transactions'])(
    'answers %p with what it has read if nothing has changed, and with none of it if its consent has ended meanwhile',
    async (below) => {
      const path = accountPath(below);
      const allowed = await during(path);
      expect(allowed.isAhead).toBe(true);
      expect(allowed.answer).toAnswer(200, allowed.before.body as object);

      const refused = await during(path, revoke);
      await database.query(restore, [permitted.consentId]);
      expect(refused.isAhead).toBe(true);
      expect(refused.answer).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
      expect(Object.keys(refused.answer.body as object)).toEqual(['tppMessages']);
      // As any request that its consent does not allow, it was charged to the client, and once.
      expect(leftOf(refused.answer)).toBe(leftOf(refused.before) - 1);
    },
    slowMs,
  );

  it(
    'is charged to its address only, if its token has been revoked meanwhile',
    async () => {
      const whose = `kind = 'AccessToken' and payload->>'scope' = 'AIS:' || $1`;
      const undo = () => database.query(`update artifact set revoked_at = null where ${whose}`, [permitted.consentId]);
      const { answer, before, isAhead } = await during(
        accountPath('/balances'),
        `update artifact set revoked_at = now() where ${whose}`,
        undo,
      );
      await undo();
      expect(isAhead).toBe(true);
      expect(answer).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
      expect(leftOf(await caller.get(accountPath('/balances')))).toBe(leftOf(before) - 1);
    },
    slowMs,
  );

  it(
    'answers nothing of an account that the consent no longer covers',
    async () => {
      const grants = await database.query<object>('select * from consent_grant where consent_id = $1', [permitted.consentId]);
      const undo = async (): Promise<void> => {
        await database.query('delete from consent_grant where consent_id = $1', [permitted.consentId]);
        for (const row of grants.rows)
          await database.query('insert into consent_grant select * from json_populate_record(null::consent_grant, $1)', [
            JSON.stringify(row),
          ]);
      };
      const { answer, isAhead } = await during(accountPath('/balances'), exchange, undo);
      await undo();
      expect(isAhead).toBe(true);
      expect(answer).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
      expect((await caller.get(accountPath('/balances'))).status).toBe(200);
    },
    slowMs,
  );

  it(
    'is not begun without the customer, as such reads are counted, nor where it will be refused',
    async () => {
      const counted = async (): Promise<unknown> =>
        (await observer.query('select read_at from consent_read where consent_id = $1', [permitted.consentId])).rows;
      const unattendedRead = async () => {
        const before = await counted();
        const asked = await once(accountPath('/balances'), revoke, unattended);
        await database.query(restore, [permitted.consentId]);
        return { ...asked, before };
      };
      let asked = await unattendedRead();
      for (let time = 0; !asked.inTime && time < maxTimes; time++) asked = await unattendedRead();
      const { answer, before, isAhead } = asked;
      expect(isAhead).toBe(false);
      expect(answer.status).toBe(401);
      expect(await counted()).toEqual(before);

      const malformed = await once(accountPath('/balances'), undefined, { headers: { 'x-request-id': 'none' } });
      expect(malformed.isAhead).toBe(false);
      expect(malformed.answer.status).toBe(400);
    },
    slowMs,
  );
});
