import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createConsent, runningBank } from '@open-banking/testing';
import { openbankOf, program, type Ended } from './an-openbank.js';
import { services } from '@open-banking/spec';

/** The files that a bundled program loads before it begins, with the size of all in bytes. */
function loadedFirst(file: string, seen = new Map<string, number>()): ReadonlyMap<string, number> {
  if (seen.has(file)) return seen;
  const text = readFileSync(file, 'utf8');
  seen.set(file, text.length);
  for (const [, imported] of text.matchAll(/^(?:\} from |import (?:[^'"()]* from )?)["'](\.[^'"]+)["'];$/gm))
    loadedFirst(resolve(file, '..', imported!), seen);
  return seen;
}

describe('openbank', () => {
  // TypeORM, the database and the bank itself are megabytes; what a command needs of them it loads when it runs.
  it('loads less than 2 MB of code before a command begins', () => {
    const files = loadedFirst(resolve(program, '../../dist/bundle/openbank.js'));
    const size = [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
    expect(files.size).toBeGreaterThan(1);
    expect(size).toBeGreaterThan(300_000);
    expect(size).toBeLessThan(2_000_000);
  });

  const bank = runningBank(services);
  const { openbank, json, added, partyOf } = openbankOf(bank);

  it('lists the demo customers; the first has every product', async () => {
    const [demo] = await json<{ login: string; password: string; accounts: { kind: string; currency: string }[] }[]>('customers');
    expect(demo).toMatchObject({ login: bank.demo.login, password: bank.demo.password });
    expect(demo!.accounts.map(({ kind, currency }) => `${kind} ${currency}`)).toEqual(
      expect.arrayContaining(['account ILS', 'account EUR', 'loan ILS', 'card ILS', 'securities ILS']),
    );
  });

  it('approves a payment as a customer, from the account that is named', async () => {
    const client = await bank.client();
    const payer = await client.withClientToken('payments', 'PIS');
    const euro = bank.resources(bank.demo, 'account').find(({ currency }) => currency === 'EUR')!;
    const asked = {
      instructedAmount: { currency: 'EUR', amount: '1.50' },
      creditorAccount: { iban: 'DE89370400440532013000' },
      creditorName: 'Bookshop',
    };
    const {
      body: { paymentId },
    } = await payer.post('/v1.7/payments/instant-sepa-credit-transfers', asked);
    const elsewhere = client.authorization('payments', `PIS:${paymentId}`);
    expect(await openbank('approve', elsewhere.url, '--accounts', 'IL620108000000099999999')).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not offer'),
    });
    const authorization = client.authorization('payments', `PIS:${paymentId}`);
    const { redirect } = await json<{ redirect: string }>('approve', authorization.url, '--accounts', euro.reference['iban']!);
    const { scope } = await client.redeem(authorization, redirect);
    expect(scope).toBe(`PIS:${paymentId}`);
    const { rows } = await bank
      .database('ais-pis')
      .query('select a.iban from payment p join account a on a.account_id = p.debtor_account_id where payment_id = $1', [paymentId]);
    expect(rows).toEqual([{ iban: euro.reference['iban'] }]);
  });

  it('approves as a customer, with the accounts that are named, or refuses', async () => {
    const party = partyOf(await added());
    const consentId = await createConsent(party, { access: { accounts: [], balances: [] } });
    const authorization = party.authorization('consents', `AIS:${consentId}`);
    const [account] = bank.resources(bank.demo, 'account');
    expect(await openbank('approve', authorization.url, '--accounts', '2')).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not offer 2'),
    });
    expect(await openbank('approve', authorization.url, '--accounts', 'account')).toMatchObject({
      code: 1,
      err: expect.stringContaining('matches several accounts'),
    });
    const { redirect } = await json<{ redirect: string }>('approve', authorization.url, '--accounts', account!.reference['iban']!);
    const { access_token: token } = await party.redeem(authorization, redirect);
    const listed = await party.call('GET', '/v1.7/accounts', { token, headers: { 'consent-id': consentId } });
    expect(listed).toAnswer(200, { accounts: [{ resourceId: account!.resourceId }] });

    const refused = await createConsent(party, { access: { allPsd2: 'allAccounts' } });
    const another = party.authorization('consents', `AIS:${refused}`);
    expect((await json<{ redirect: string }>('approve', another.url, '--refuse')).redirect).toContain('error=access_denied');
    // Refused, it is no longer there to approve: the redirect is printed all the same.
    const late = await openbank('approve', party.authorization('consents', `AIS:${refused}`).url, '--json');
    expect(late).toMatchObject({ code: 1, err: expect.stringContaining('The authorization ended with') });
    expect((JSON.parse(late.out) as { redirect: string }).redirect).toContain('error=');
  });

  it('gets the token for a consent in one go', async () => {
    const client = await added();
    const consentId = await createConsent(partyOf(client), { access: { allPsd2: 'allAccounts' } });
    const answer = await json<{ access_token: string; scope: string }>('token', '--client', client.client_id, '--consent', consentId);
    expect(answer.scope).toBe(`AIS:${consentId}`);
  });

  it.each([
    [['approve', 'nonsense'], '"nonsense" is not a URL'],
    [['customers', '--operator-file', '/nonexistent/x.json'], 'The operator file /nonexistent/x.json does not exist'],
    [['token', '--client', 'nobody', '--consent', 'x'], 'The client nobody was not added from this machine'],
    [['client', 'add', '--name', 'x', '--roles', 'KING', '--redirect-uri', 'http://127.0.0.1/'], '--roles: KING is not one of'],
    [['client', 'rotate', 'nobody', '--jwks', '/nonexistent.json'], '--jwks: /nonexistent.json cannot be read'],
    [['client', 'rotate', 'nobody'], 'RESOURCE_UNKNOWN'],
    [['collect', 'nonsense', '--amount', '1'], '404 RESOURCE_UNKNOWN'],
    [['mandate', 'suspend', 'nonsense'], '404 RESOURCE_UNKNOWN'],
    [['clearing', 'report', 'nonsense', 'accepted'], '404 RESOURCE_UNKNOWN'],
    [['client', 'rotate', 'nobody', '--finish', '--keep', 'PT1H'], 'cannot be used with option'],
    [['load', 'cards', '/nonexistent.ndjson'], 'the file does not exist'],
    [['load', 'mandates', 'x'], 'Allowed choices are'],
    [['generate', '--customers', '0', '--out', '/tmp/x'], 'a whole number greater than 0'],
    [['erase', '--from', 'package.json', '--check', '--yes'], '--check looks at one customer'],
    [['erase', '--list', '--check'], '--check looks at one customer'],
    [['erase', '--from', 'package.json', '--yes'], 'package.json is no list of erasures'],
    [['erase', '--from', '/nonexistent.json', '--yes'], '--from: /nonexistent.json cannot be read'],
    [
      ['receipts', 'verify', 'package.json', '--keys', 'package.json'],
      'package.json is no file of receipts, as /customer/receipts has it to download: /customer: This field is required.',
    ],
    [['receipts', 'verify', 'README.md', '--keys', 'package.json'], 'README.md cannot be read: '],
  ])('%j ends with one clear line', async (args, line) => {
    const own = args.includes('--operator-file');
    const { code, out, err } = own
      ? await new Promise<Ended>((settle) =>
          execFile(process.execPath, [program, ...args], (error, o, e) => {
            settle({ code: Number(error?.code ?? 0), out: o, err: e });
          }),
        )
      : await openbank(...args);
    expect({ code, out, lines: err.trim().split('\n').length }).toEqual({ code: 1, out: '', lines: 1 });
    expect(err).toContain(line);
  });
});
