import { randomUUID } from 'node:crypto';
import { runningBank } from '@open-banking/testing';
import { openbankOf } from './an-openbank.js';

describe('openbank cap and openbank blocked-creditor', () => {
  const bank = runningBank();
  const { openbank } = openbankOf(bank);
  const creditor = (...args: string[]) => openbank('blocked-creditor', ...args);

  it.each([
    ['cap set', () => openbank('cap', 'set', '--currency', 'NOK', '--per-day', 'much')],
    ['cap remove', () => openbank('cap', 'remove', '--currency', 'nothing')],
    ['blocked-creditor add', () => creditor('add', '--name', 'x')],
    ['blocked-creditor remove', () => creditor('remove', 'nothing')],
    ['clearing statement', () => openbank('clearing', 'statement', '--charge', 'much')],
    ['feed skip', () => openbank('feed', 'skip', 'cards', 'nobody', '1')],
  ])('%s: an error begins with the name of the command', async (name, refused) => {
    const { code, err } = await refused();
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(`^openbank: ${name}: the bank answered 4\\d\\d `) });
  });

  it('blocked-creditor add takes an account or a name, whatever the name is', async () => {
    const oneOfTwo = { code: 1, out: '', err: 'openbank: blocked-creditor add: give either --account or --name.\n' };
    const account = `NONE${randomUUID()}`;
    expect(await creditor('add', '--account', account, '--name', 'y')).toEqual(oneOfTwo);
    expect(await creditor('add', '--note', 'neither')).toEqual(oneOfTwo);
    expect(await creditor('add', '--account', account)).toMatchObject({ code: 0, out: 'The creditor is blocked.\n' });
  });
});
