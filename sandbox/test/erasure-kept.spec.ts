import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { services } from '@open-banking/spec';
import type { Erasure } from '@open-banking/sandbox/third-party';
import { ownBank, until } from '@open-banking/testing';
import { aWholeCustomer, closed, placesOf } from './erasure/a-whole-customer.js';

const execFileDone = promisify(execFile);
const program = fileURLToPath(new URL('../../cli/bin/openbank.mjs', import.meta.url));

describe('LEGAL_RETENTION_MONTHS', () => {
  const bank = ownBank(services, { LEGAL_RETENTION_MONTHS: '7' });
  const openbank = async (...args: string[]): Promise<string> =>
    (await execFileDone(process.execPath, [program, ...args, '--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile]))
      .stdout;

  it('holds in all services: each keeps what was booked until its day, and erases it then', async () => {
    const person = await aWholeCustomer(bank);
    // Nothing is owed to them, and all that they have is closed.
    await bank.database('ais-pis').query('update account_balance set booked = 0 where account_id = $1', [person.accountId]);
    await closed(bank, person);
    const ended = JSON.parse(await openbank('erase', person.psuId, '--yes', '--json')) as Erasure;
    const states = Object.fromEntries(ended.steps.map(({ service, state }) => [service, state]));
    expect(states).toMatchObject({
      'ais-pis': 'kept',
      cards: 'kept',
      'savings-loans': 'kept',
      securities: 'done',
      'loan-services': 'done',
    });
    const { now } = await bank.clock();
    for (const { keptUntil, state } of ended.steps) if (state === 'kept') expect(keptUntil! > now).toBe(true);
    const kept = await placesOf(bank, person.canaries);
    for (const [service, table] of [
      ['ais-pis', 'entry'],
      ['cards', 'card_transaction'],
      ['savings-loans', 'savings_entry'],
    ])
      expect(kept).toContain(`${service}: ${person.text} in ${table}`);
    for (const service of ['securities', 'loan-services']) expect(kept.filter((place) => place.startsWith(`${service}:`))).toEqual([]);

    // Past the last of these days: all services are asked again and have nothing to keep.
    await bank.advance('P245D');
    await until('all is erased', async () => {
      const [{ endedAt }] = JSON.parse(await openbank('erase', '--list', '--json')) as [Erasure];
      return endedAt !== null;
    });
    expect(await placesOf(bank, person.canaries)).toEqual([]);
  }, 600_000);
});
