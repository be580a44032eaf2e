import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@open-banking/database';
import { ownBank } from '@open-banking/testing';
import { aPayer, inEuro } from './a-payment.js';

const patientReaderMs = 5_000;

describe('a migration of the table of payments', () => {
  const bank = ownBank(['ais-pis']);
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

    const answers: { status: number; ms: number }[] = [];
    for (const begin = performance.now(); performance.now() - begin < patientReaderMs;) {
      const requested = performance.now();
      // Each request is sent once, so that no retry hides a failure.
      const { status } = await payer.party.call('POST', '/v1.7/payments/sepa-credit-transfers', { token: payer.token, body: inEuro });
      if (status !== 429) answers.push({ status, ms: performance.now() - requested });
    }
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
    expect(answers.length).toBeGreaterThan(5);
    expect(migrated).toBe(false);

    await reader.query('commit');
    reader.release();
    expect(await migrating).toEqual(['0001-note-1700000990001']);
    expect(await payer.post('/v1.7/payments/sepa-credit-transfers', inEuro)).toAnswer(201);
  });
});
