import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { daysAgo, newCustomer, runningBank, temporaryFolder } from '@open-banking/testing';
import { freshDatabase } from '@open-banking/testing/database';
import pg from 'pg';
import { openbankOf } from './an-openbank.js';
import { services } from '@open-banking/spec';

describe('openbank feed', () => {
  const bank = runningBank(services);
  const { openbank, json } = openbankOf(bank);
  const folder = temporaryFolder();
  afterAll(() => {
    folder.remove();
  });
  const writeFeed = (lines: readonly object[]): string => {
    const file = join(folder.path, `${randomUUID()}.ndjson`);
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    return file;
  };

  /** An account of its own, with as many entries of one euro. */
  async function changes(count: number) {
    const { psuId } = await newCustomer(bank);
    const [accountId, source] = [randomUUID(), `core-${randomUUID()}`];
    const { rows } = await bank
      .database('ais-pis')
      .query<{ iban: string }>(
        `select 'IL' || lpad((98 - (bban || '182100')::numeric % 97)::text, 2, '0') || bban as iban from (select '0109' || lpad((random() * 1e14)::bigint::text, 15, '0') as bban) b`,
      );
    const account = {
      type: 'account',
      accountId,
      iban: rows[0]!.iban,
      bic: 'DEMOILITXXX',
      currency: 'EUR',
      ownerName: 'Test Owner',
      name: 'Fed account',
      product: 'Current',
      cashAccountType: 'CACC',
      status: 'enabled',
      usage: 'PRIV',
      openedOn: '2024-01-01',
    };
    const entries = Array.from({ length: count }, (_, n) => ({
      source,
      position: n + 2,
      type: 'entry',
      accountId,
      transactionId: `T${n}`,
      bookingDate: daysAgo(0),
      valueDate: daysAgo(0),
      amount: '1.00',
      bankTransactionCode: 'PMNT-RCDT-ESCT',
    }));
    const opening = [
      { source, position: 1, more: true, ...account },
      { source, position: 1, type: 'holder', psuId, resourceId: accountId, rule: 'any' },
    ];
    return { source, accountId, account, psuId, lines: [...opening, ...entries] as Record<string, unknown>[] };
  }
  const bookedOn = async (accountId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<{ booked: string }>('select booked::text from account_balance where account_id = $1', [accountId])
    ).rows[0]!.booked;

  it('sends a file once, in pieces, and says what was applied and what was seen before', async () => {
    const { source, accountId, lines } = await changes(25);
    const file = writeFeed(lines);
    expect(await json('feed', 'ais-pis', file, '--batch-lines', '10')).toEqual([{ source, position: '26', applied: 27, seen: 0 }]);
    expect(await openbank('feed', 'ais-pis', file)).toEqual({
      code: 0,
      out: `${source}: at 26, 0 changes applied, 27 seen before\n`,
      err: '',
    });
    expect(await bookedOn(accountId)).toBe('25.00');
  });

  it('says at which line of the file a source is stopped, shows it, and passes over it when told to', async () => {
    const { source, accountId, lines } = await changes(25);
    lines[15]!['amount'] = '1,00';
    const file = writeFeed(lines);
    expect(await openbank('feed', 'ais-pis', file, '--batch-lines', '10')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${source} is stopped at position 15, line 16: amount: must be a decimal number`),
    });
    const sources = await json<{ source: string; position: string; faultPosition: string }[]>('feed', 'status', 'ais-pis');
    expect(sources.find((one) => one.source === source)).toMatchObject({ position: '14', faultPosition: '15', faultField: 'amount' });
    expect((await openbank('feed', 'skip', 'ais-pis', source, '16')).code).toBe(1);
    expect(await openbank('feed', 'skip', 'ais-pis', source, '15')).toEqual({ code: 0, out: `${source} goes on after 15.\n`, err: '' });
    expect(await json('feed', 'ais-pis', file)).toEqual([{ source, position: '26', applied: 11, seen: 16 }]);
    expect(await bookedOn(accountId)).toBe('24.00');
    expect(await openbank('feed', 'ais-pis', join(folder.path, 'none'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not exist'),
    });
  });

  it('sends a step that is larger than a request in parts, and says which lines book nothing and that there was nothing to send', async () => {
    const { source, accountId, lines } = await changes(5_000);
    // The account with its holder, and one step of all entries: 1.1 MB.
    const step = lines
      .slice(2)
      .map((line, n) => ({ ...line, position: 2, ...(n < 4_999 && { more: true }), ...(n === 4_500 && { amount: '0.00' }) }));
    const next = { ...lines[2], position: 3, transactionId: 'next' };
    const file = writeFeed([...lines.slice(0, 2), ...step, next]);
    expect(await openbank('feed', 'ais-pis', file)).toEqual({
      code: 0,
      out: `${source}: at 3, 5002 changes applied, 0 seen before, 1 change of zero passed over\n`,
      err: `openbank: ${source} passes over position 2, line 4503: amount: of zero books nothing\n`,
    });
    expect(await bookedOn(accountId)).toBe('5000.00');
    expect(await json('feed', 'ais-pis', file)).toEqual([{ source, position: '3', applied: 0, seen: 5_003 }]);
    const open = writeFeed(step.slice(0, 4_000).map((line) => ({ ...line, position: 4 })));
    expect(await openbank('feed', 'ais-pis', open)).toMatchObject({
      code: 1,
      err: expect.stringContaining('the last line of the step is missing'),
    });
    expect(await openbank('feed', 'ais-pis', writeFeed([]))).toEqual({ code: 0, out: 'Nothing was sent: there are no lines.\n', err: '' });
  });

  it('names what differs from a snapshot of the core, and by what', async () => {
    const [{ account, psuId, accountId }, own] = [await changes(0), await freshDatabase('ais-pis')];
    const client = new pg.Client({ connectionString: own.ownerUrl });
    client.on('error', () => undefined);
    await client.connect();
    const psu = {
      type: 'psu',
      psuId,
      login: 'one',
      passwordHash: `scrypt$16384$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
      name: 'One',
      language: 'en',
    };
    const balance = {
      type: 'accountBalance',
      accountId,
      booked: '0.00',
      reserved: '0',
      incoming: '0',
      overdraft: '0',
      lastBookingDate: '2026-01-01',
      bookedBefore: '0.00',
      changedAt: '2026-01-01T00:00:00Z',
    };
    const holder = { type: 'holder', psuId, resourceId: accountId, rule: 'any' };
    const snapshot = writeFeed([psu, account, holder, balance]);
    const at = ['--database-url', own.ownerUrl];
    expect((await openbank('load', 'ais-pis', snapshot, ...at)).err).toBe('');
    const clean = await openbank('feed', 'reconcile', 'ais-pis', snapshot, ...at);
    expect(clean).toEqual({
      code: 0,
      err: '',
      out: 'psu: 1 in the snapshot, 0 differ\naccount: 1 in the snapshot, 0 differ\nholder: 1 in the snapshot, 0 differ\naccountBalance: 1 in the snapshot, 0 differ\n',
    });

    await client.query(`update account set name = 'Other', display_name = 'Mine'`);
    await client.query(`update account_balance set overdraft = 5, changed_at = now()`);
    const missing = { ...psu, psuId: randomUUID(), login: 'two' };
    const { code, out } = await openbank('feed', 'reconcile', 'ais-pis', writeFeed([missing, account, holder, balance]), ...at);
    expect([code, out.split('\n')]).toEqual([
      1,
      expect.arrayContaining([
        `psu ${missing.psuId}: is in the snapshot alone`,
        `psu ${psuId}: is not in the snapshot`,
        `account ${accountId}: name is Fed account in the snapshot and Other here, displayName is nothing in the snapshot and Mine here`,
        `accountBalance ${accountId}: overdraft is 0 in the snapshot and 5 here`,
        'holder: 1 in the snapshot, 0 differ',
      ]),
    ]);
    await client.end();
    await own.close();
  });
});
