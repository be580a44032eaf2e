import { randomUUID } from 'node:crypto';
import { runningBank } from '@open-banking/testing';
import { openbankOf } from './an-openbank.js';
import { services } from '@open-banking/spec';

describe('openbank cap and openbank blocked-creditor', () => {
  const bank = runningBank(services);
  const { openbank, json } = openbankOf(bank);
  let customer: string;
  beforeAll(async () => {
    const [found] = await json<{ psuId: string }[]>('customers', '--login', bank.demo.login);
    customer = found!.psuId;
  });
  // In a currency that no test pays in.
  const cap = (what: string, ...args: string[]) => openbank('cap', what, '--currency', 'NOK', ...args);
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

  it('a cap per payment above that per day is set, with a note that it is never reached', async () => {
    const of = ['--customer', customer];
    const done = `The cap in NOK of customer ${customer} is set for all payments that are not executed yet.\n`;
    expect(await cap('set', ...of, '--per-payment', '500', '--per-day', '100')).toEqual({
      code: 0,
      out: `${done}Note: the cap per payment, 500, is never reached: the cap per day, 100, refuses every payment above it.\n`,
      err: '',
    });
    // As numbers, not as texts.
    for (const [perPayment, perDay] of [
      ['99', '100'],
      ['100.0', '100'],
    ] as const)
      expect(await cap('set', ...of, '--per-payment', perPayment, '--per-day', perDay)).toEqual({ code: 0, out: done, err: '' });
    expect(await cap('set', ...of, '--per-payment', '500')).toEqual({ code: 0, out: done, err: '' });
    expect(await cap('remove', ...of)).toMatchObject({ code: 0, err: '' });
  });

  it('a cap that is not there is told apart from a customer who is not', async () => {
    const refused = async (...args: string[]) => (await cap('remove', ...args)).err;
    const unknown = 'openbank: cap remove: the bank answered 404 RESOURCE_UNKNOWN';
    expect(await refused('--customer', customer)).toBe(`${unknown} This customer has no cap of their own in NOK.\n`);
    expect(await refused()).toBe(`${unknown} There is no cap in NOK for all customers.\n`);
    const nobody = randomUUID();
    for (const what of ['set', 'remove'])
      expect((await cap(what, '--customer', nobody)).err).toBe(
        `openbank: cap ${what}: the bank answered 404 RESOURCE_UNKNOWN /customerId No customer of this bank has this id.\n`,
      );
  });
});
