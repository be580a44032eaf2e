import { runningBank } from '@open-banking/testing';
import { openbankOf } from './an-openbank.js';
import { services } from '@open-banking/spec';

describe('what an operator names and the bank does not have', () => {
  const bank = runningBank(services);
  const { openbank } = openbankOf(bank);

  it('is named: a login and an account without a customer', async () => {
    const { login } = bank.demo;
    const iban = bank.resources(bank.demo, 'account')[0]!.reference['iban']!;
    const found = await openbank('customers', '--login', login);
    expect(found).toMatchObject({ code: 0, out: expect.stringMatching(/^[0-9a-f-]{36} {2}\S.*\n$/) });
    expect((await openbank('customers', '--iban', iban)).out).toContain(found.out);
    const nowhere = 'DE89370400440532013000';
    expect([await openbank('customers', '--login', 'nobody'), await openbank('customers', '--iban', nowhere)]).toEqual([
      { code: 1, out: '', err: 'openbank: No customer of this bank signs in as nobody.\n' },
      { code: 1, out: '', err: `openbank: No customer of this bank has an account with the IBAN ${nowhere}.\n` },
    ]);
  });

  it('is told apart from what it had: an operator who was removed before', async () => {
    const name = `unknown-${process.pid}`;
    const remove = () => openbank('operator', 'remove', '--name', name);
    const unknown = 'openbank: operator remove: the bank answered 404 RESOURCE_UNKNOWN operatorName';
    expect(await remove()).toEqual({ code: 1, out: '', err: `${unknown} No operator has the name ${name}.\n` });
    expect(await openbank('operator', 'add', '--name', name, '--roles', 'read')).toMatchObject({ code: 0, err: '' });
    expect(await remove()).toEqual({ code: 0, out: `${name} is no longer an operator.\n`, err: '' });
    expect(await remove()).toMatchObject({
      code: 1,
      err: expect.stringMatching(`^${unknown} The operator ${name} was removed on \\d{4}-\\d\\d-\\d\\d by operator\\.\n$`),
    });
  });
});
