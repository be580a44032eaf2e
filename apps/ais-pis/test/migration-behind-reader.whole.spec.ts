import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@open-banking/database';
import { freshBank } from '@open-banking/testing';
import { aPayer, inEuro } from '@open-banking/ais-pis-testing/a-payment';

const readerMs = 5_000;
const maxMs = 120_000;

describe('a migration of the table of payments', () => {
  const bank = freshBank(['ais-pis']);
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('does not block payments while it waits for a long read, and completes when that ends', async () => {
    writeFileSync(join(folder, 'series.json'), '{ "series": 99 }');
    mkdirSync(join(folder, '0001-note'));
    writeFileSync(join(folder, '0001-note/up.sql'), 'alter table payment add column note text;');
    const payer = await aPayer(bank);
    const reader = await bank.database('ais-pis').connect();
    await reader.query('begin; select count(*) from payment');
    let migrated = false;
    const migrating = migrate(bank.facts.ownerUrls['ais-pis'], [folder]).then((names) => {
      migrated = true;
      return names;
    });

    const statuses: number[] = [];
    const made = (): number => statuses.filter((status) => status === 201).length;
    const begin = performance.now();
    for (let ms = 0; ms < readerMs || (made() < 20 && ms < maxMs); ms = performance.now() - begin) {
      // Each request is sent once, so that no retry hides a failure.
      const { status } = await payer.party.call('POST', '/v1.7/payments/sepa-credit-transfers', { token: payer.token, body: inEuro });
      if (status !== 429) statuses.push(status);
    }
    // A payment that waited for the migration waited 0.3 s; a few were refused if the machine stood still for longer than a request waits.
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect(made()).toBeGreaterThanOrEqual(20);
    expect(statuses.length - made()).toBeLessThan(made() / 5);
    expect(migrated).toBe(false);

    await reader.query('commit');
    reader.release();
    expect(await migrating).toEqual(['0001-note-1700000990001']);
    expect(await payer.post('/v1.7/payments/sepa-credit-transfers', inEuro)).toAnswer(201);
  });
});
