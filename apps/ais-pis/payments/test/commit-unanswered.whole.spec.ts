import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ownBank, type Caller, type HttpResponse } from '@open-banking/testing';
import { freezeDatabase } from '@open-banking/testing/database';
import pg from 'pg';
import { aPayer, inEuro } from '@open-banking/ais-pis-testing/a-payment';

const list = '/v1.7/payments/sepa-credit-transfers';
const maxTimes = 10;

describe('a payment whose commit PostgreSQL has not confirmed', () => {
  const bank = ownBank(['ais-pis'], {}, []);
  let admin: pg.Client;

  beforeAll(async () => {
    admin = new pg.Client({ connectionString: bank.facts.adminUrl });
    // The bank stops its server before this connection closes.
    admin.on('error', () => undefined);
    await admin.connect();
    // A synchronous standby that does not exist: commits are stored, but their confirmation waits.
    await admin.query("alter system set synchronous_standby_names = 'nobody'");
    await admin.query('select pg_reload_conf()');
  });
  afterAll(async () => {
    await admin.end();
  });

  /** Takes effect from the next connection on. */
  const waitForStandby = async (wait: boolean): Promise<void> => {
    await admin.query(`alter role ais_pis set synchronous_commit = ${wait ? 'on' : 'off'}`);
    await admin.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'ais_pis'");
  };
  const committing = async (): Promise<boolean> =>
    (await admin.query("select from pg_stat_activity where wait_event = 'SyncRep' and state = 'active' and query like '%into payment %'"))
      .rowCount !== 0;
  const paymentsOf = async (clientId: string): Promise<number> =>
    (await bank.database('ais-pis').query('select from payment where client_id = $1', [clientId])).rowCount!;

  /** Sends a payment and freezes PostgreSQL while it commits that; undefined where the answer was there before, as on a machine that stood still. */
  const interrupted = async (payer: Caller, headers: Readonly<Record<string, string>>): Promise<HttpResponse | undefined> => {
    let isAnswered = false;
    const sent = payer.party.call('POST', list, { token: payer.token, body: inEuro, headers }).finally(() => (isAnswered = true));
    while (!isAnswered && !(await committing())) await pause(10);
    const thaw = await freezeDatabase(bank.facts.adminUrl);
    const wasAnswered = isAnswered;
    try {
      // Answered while PostgreSQL answers nothing: it is not waited for.
      const answer = await sent;
      return wasAnswered || answer.status === 201 ? undefined : answer;
    } finally {
      thaw();
    }
  };

  it('gets a 503 that says so within two seconds, and is created once when the request is repeated with its X-Request-ID', async () => {
    let payer = await aPayer(bank);
    let headers = { 'x-request-id': randomUUID() };
    await waitForStandby(true);
    let answer = await interrupted(payer, headers);
    for (let times = 1; answer === undefined && times < maxTimes; times += 1) {
      await waitForStandby(false);
      [payer, headers] = [await aPayer(bank), { 'x-request-id': randomUUID() }];
      await waitForStandby(true);
      answer = await interrupted(payer, headers);
    }
    const text = expect.stringMatching(/outcome of this request is unknown.*same X-Request-ID/) as string;
    expect(answer).toAnswer(503, { tppMessages: [{ category: 'ERROR', code: 'SERVICE_UNAVAILABLE', text }] });
    expect(answer!.headers['retry-after']).toBe('1');
    await waitForStandby(false);
    const again = await payer.retrying.post(list, inEuro, { headers });
    expect(again).toAnswer(201);
    expect(await paymentsOf(payer.party.client.clientId)).toBe(1);
    expect(await payer.post(list, inEuro, { headers })).toAnswer(201, { paymentId: again.body.paymentId });
  });
});
