import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningBank, temporaryFolder } from '@open-banking/testing';
import { openbankOf } from './an-openbank.js';
import { services } from '@open-banking/spec';

describe('a text that an operator writes in another form', () => {
  const bank = runningBank(services);
  const folder = temporaryFolder();
  afterAll(() => {
    folder.remove();
  });
  const { openbank } = openbankOf(bank);
  const propose = (amount: string) => {
    const iban = bank.resources(bank.demo, 'account').find(({ currency }) => currency === 'EUR')!.reference['iban']!;
    return openbank('adjustment', 'propose', '--iban', iban, `--amount=${amount}`, '--reason', 'never approved');
  };
  const statement = (...args: string[]) => openbank('clearing', 'statement', ...args);
  const received = (purposeCode: string) => {
    const file = join(folder.path, 'transfer.json');
    writeFileSync(file, JSON.stringify({ purposeCode }));
    return openbank('receive', 'transfer', file, '--id', randomUUID());
  };

  it.each([
    ['of an adjustment', () => propose('7,50'), '/amount/amount Must be a decimal number, like "120.50" or "-120.50".'],
    [
      'of a clearing rule',
      () => openbank('clearing', 'rule', 'reject', '--amount-from', 'abc'),
      '/amountFrom Must be a decimal number without sign, like "120.50".',
    ],
    ['of a charge', () => statement('--charge', 'x'), '/charge Must be a decimal number without sign, like "1.50".'],
    ['of a closing', () => statement('--closing-off', 'x'), '/closingOff Must be a decimal number, like "120.50" or "-120.50".'],
    [
      'with more decimals than the currency, of an adjustment',
      () => propose('-12.505'),
      '/amount/amount The amount does not fit its currency: EUR has 2 fraction digits.',
    ],
    [
      'with more decimals than the currency, of a cap',
      () => openbank('cap', 'set', '--currency', 'JPY', '--per-day', '1.5'),
      '/perDay The amount does not fit its currency: JPY has 0 fraction digits.',
    ],
    ['of a purpose', () => received('x'), '/purposeCode Must be a code of 4 capital letters or digits, like "SALA".'],
  ])('%s is told in words what is right', async (_, refused, line) => {
    const { code, err } = await refused();
    expect(code).toBe(1);
    expect(err).toContain(`FORMAT_ERROR ${line}`);
    expect(err).not.toContain('Must match');
  });

  it('is taken in the right one', async () => {
    expect(await propose('-7.50')).toMatchObject({ code: 0, err: '' });
    expect(await statement('--charge', '1.50', '--closing-off=-120.50')).toMatchObject({ code: 0, err: '' });
    expect((await received('SALA')).err).not.toContain('purposeCode');
    const rule = await openbank('clearing', 'rule', 'reject', '--amount-from', '99999999999999.00', '--json');
    expect(rule).toMatchObject({ code: 0, err: '' });
    expect(await openbank('clearing', 'rule', 'remove', (JSON.parse(rule.out) as { ruleId: string }).ruleId)).toMatchObject({ code: 0 });
  });
});
