import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asAdmin, DatabaseClient, serversOf } from '@open-banking/database';
import { ownBank, until, type Caller, type ConsentedCaller } from '@open-banking/testing';
import { openbankOf, program } from './an-openbank.js';

const slowMs = 300_000;
const payment = {
  instructedAmount: { currency: 'EUR', amount: '12.50' },
  creditorAccount: { iban: 'DE89370400440532013000' },
  creditorName: 'Bookshop',
};

describe('openbank rotate database-passwords', () => {
  // Connections this short-lived log in anew all the time.
  const bank = ownBank(['ais-pis', 'cards'], { DATABASE_CONNECTION_SECONDS: '1' }, []);
  const { openbank } = openbankOf(bank);
  let reader: ConsentedCaller;
  let payer: Caller;
  beforeAll(async () => {
    reader = await (await bank.client()).consentedBy(bank.customerWith('card'), 'allPsd2', { choices: { leaveOut: true } });
    payer = (await (await bank.client()).withClientToken('payments', 'PIS')).paced;
  }, slowMs);

  const dataDir = () => dirname(bank.facts.keysDir);
  const options = () => ['rotate', 'database-passwords', '--data-dir', dataDir()];
  const rotate = (...more: string[]) => openbank(...options(), ...more);
  const urlsOf = (service: string) =>
    readFileSync(join(dataDir(), 'urls', `${service}.url`), 'utf8')
      .trim()
      .split('\n');
  const roleOf = (url: string) =>
    asAdmin(url, async (client) => (await client.query<{ role: string }>('select current_user as role')).rows);
  const refused = { code: '28P01' };

  /** Reads and pays without a pause until `done`, and at least so many times after it; every answer. */
  async function answersUntil(done: Promise<unknown>, after = 8): Promise<Set<unknown>> {
    const seen = new Set<unknown>();
    let over = false;
    void done.finally(() => (over = true));
    await Promise.all(
      [() => reader.paced.get('/v1.7/cards'), () => payer.post('/v1.7/payments/instant-sepa-credit-transfers', payment)].map(
        async (send) => {
          for (let more = after; more > 0; more -= over ? 1 : 0) {
            const { status, body } = await send();
            seen.add(status < 400 ? status : body);
          }
        },
      ),
    );
    return seen;
  }

  it('refuses an operator file that does not exist, and changes nothing', async () => {
    const passwords = () => readFileSync(join(dataDir(), 'passwords.json'), 'utf8');
    const before = passwords();
    const operatorFile = join(dirname(bank.facts.operatorFile), 'none.json');
    const misnamed = openbankOf({ baseUrl: bank.baseUrl, facts: { ...bank.facts, operatorFile } } as typeof bank);
    const { code, err } = await misnamed.openbank(...options());
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`The operator file ${operatorFile} does not exist`) });
    expect(passwords()).toBe(before);
  });

  it(
    'gives roles, owners and the administrator new passwords and refuses no request; the previous passwords are refused',
    async () => {
      const [before] = urlsOf('cards');
      const { adminUrl, ownerUrls } = bank.facts;
      const rotation = rotate();
      expect(await answersUntil(rotation)).toEqual(new Set([200, 201]));
      expect(await rotation).toMatchObject({ code: 0, err: '' });

      const [after] = urlsOf('cards');
      expect(await roleOf(after!)).toEqual([{ role: 'cards' }]);
      for (const url of [before!, ownerUrls.cards, adminUrl]) await expect(roleOf(url)).rejects.toMatchObject(refused);
      expect(bank.operator.databases!.cards).toBe(after);
      expect(await roleOf(bank.operator.ownerDatabases!.cards!)).toEqual([{ role: 'cards_owner' }]);
      expect(await openbank('ledger', 'check')).toMatchObject({ code: 0 });
    },
    slowMs,
  );

  it(
    'is completed by another run where it was interrupted, while both passwords are in the files',
    async () => {
      const administrator = Object.assign(new URL(bank.facts.adminUrl), {
        password: readFileSync(join(dataDir(), 'postgres.password'), 'utf8'),
      }).href;
      const [before] = urlsOf('cards');
      await asAdmin(administrator, async (admin) => {
        // Holds the rotation up before the third of six services.
        await admin.query('begin');
        await admin.query('alter role mandates_owner connection limit -1');
        const run = spawn(process.execPath, [program, ...options(), '--operator-file', bank.facts.operatorFile], { stdio: 'ignore' });
        const ended = once(run, 'close');
        // Apart from the transaction, which sees one state of the sessions only.
        await until('an owner that waits for the lock', () => asAdmin(administrator, async (observer) => (await waitingFor(observer)) > 0));
        run.kill('SIGKILL');
        await ended;
        await admin.query('rollback');
      });
      expect(urlsOf('cards')).toEqual([before, expect.not.stringContaining(before!)]);
      expect(await answersUntil(Promise.resolve())).toEqual(new Set([200, 201]));
      expect(await rotate('--finish')).toMatchObject({
        code: 1,
        err: expect.stringContaining('The rotation was interrupted: run it again'),
      });

      const rotation = rotate();
      expect(await answersUntil(rotation)).toEqual(new Set([200, 201]));
      expect(await rotation).toMatchObject({ code: 0, err: '' });
      await expect(roleOf(before!)).rejects.toMatchObject(refused);
    },
    slowMs,
  );

  it(
    'counts sessions that logged in with a previous password, and ends them after a leak',
    async () => {
      const [before] = urlsOf('cards');
      const kept = new DatabaseClient(serversOf(before!));
      kept.on('error', () => undefined);
      const lost = new Promise((settle) => kept.once('end', settle));
      await kept.connect();
      expect(await rotate()).toMatchObject({ code: 0, err: '' });
      // The services close theirs by themselves.
      await until('a session of a previous password', async () => (await rotate('--finish')).err.includes('a previous password: 1.'));
      expect((await kept.query('select 1 as still')).rows).toEqual([{ still: 1 }]);
      expect(await rotate('--finish', '--leaked')).toMatchObject({
        code: 0,
        out: 'Ended sessions that logged in with a previous password: 1.\n',
      });
      await lost;
      expect(await rotate('--finish')).toMatchObject({ code: 0, out: 'No session with a previous password is open.\n' });
    },
    slowMs,
  );

  const waitingFor = async (admin: Parameters<Parameters<typeof asAdmin>[1]>[0]): Promise<number> =>
    (await admin.query("select from pg_stat_activity where wait_event_type = 'Lock' and usename = 'mandates_owner'")).rowCount ?? 0;
});
