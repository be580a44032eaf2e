import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { services } from '@open-banking/spec';
import { completeInteraction, exchange, NotificationReceiver, ownAddress, runningBank, TestClient, until } from '@open-banking/testing';
import { ACommandLine, bearerCall, everything, type BearerCall } from './a-command-line.js';
import { credentialsIn } from './a-developer.js';
import { AScenarist } from './a-scenarist.js';

const slowMs = 300_000;
const instant = '/v1.7/payments/instant-sepa-credit-transfers';
describe('the command line of third parties', () => {
  const bank = runningBank(services);
  const own = NotificationReceiver.create();
  let one: AScenarist;
  let line: ACommandLine;
  let client: TestClient;
  let variables: Readonly<Record<string, string>>;
  let redirectUri: string;

  /** Signed in on a machine of a developer, with one client. */
  beforeAll(async () => {
    await (await own).open();
    const back = await NotificationReceiver.create();
    redirectUri = `${back.origin}/back`;
    [one, line] = await Promise.all([AScenarist.of(bank), ACommandLine.of(bank)]);
    const { text } = await one.developer.register({ role: ['PSP_AI', 'PSP_PI'], redirectUris: `${redirectUri}\n${bank.baseUrl}/receiver` });
    const { clientId, clientSecret } = credentialsIn(text);
    variables = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret!, REDIRECT_URI: redirectUri };
    client = new TestClient(
      bank.baseUrl,
      { clientId, clientSecret, redirectUri, authMethod: 'client_secret_basic' } as never,
      ownAddress(),
    );
    expect(await line.npx(['login'], `${one.headers['authorization']!.replace('Bearer ', '')}\n`)).toMatchObject({ code: 0 });
  }, slowMs);
  afterAll(async () => {
    (await own).close();
    await line.remove();
  });

  const call: BearerCall = (...given) => bearerCall(bank.baseUrl, ...given);

  it(
    'is run by npx from the address in the guide, and keeps a right key for its user alone; a wrong one is refused',
    async () => {
      const other = await ACommandLine.of(bank);
      try {
        expect(other.address).toMatch(/\/guides\/open-banking-tpp-\d+\.\d+\.\d+-[0-9a-f]{12}\.tgz$/);
        const wrong = await other.npx(['login'], 'sandbox_wrong\n');
        expect([wrong.code, wrong.out, existsSync(other.loginFile)]).toEqual([1, '', false]);
        expect(wrong.err).toContain(`The bank does not know this key. Make one at ${bank.baseUrl}/developer/scenarios, and run tpp login.`);
        expect(await other.tpp(['logs'])).toEqual({ code: 1, out: '', err: 'You are not signed in. Run tpp login.\n' });

        const key = one.headers['authorization']!.replace('Bearer ', '');
        const right = await other.npx(['login'], `${key}\n`);
        expect(right).toMatchObject({ code: 0, out: '' });
        expect(right.err).toContain(`Signed in to ${bank.baseUrl}.`);
        expect(right.err).not.toContain(key);
        expect(JSON.parse(readFileSync(other.loginFile, 'utf8'))).toEqual({ baseUrl: bank.baseUrl, key });
        expect(statSync(other.loginFile).mode & 0o777).toBe(0o600);
        const none = { code: 0, out: '', err: expect.stringMatching(/^No requests yet: .+\n$/) as string };
        for (const options of [[], ['--json']]) expect(await other.tpp(['logs', ...options])).toEqual(none);
        const listening = other.start(['listen']);
        await listening.says('If no client of yours has a receiver, nothing can: tpp listen --client <id>');
        chmodSync(other.loginFile, 0o644);
        const open = await other.tpp(['logs']);
        expect([open.code, open.err]).toEqual([
          1,
          expect.stringMatching(/^Others can read \S+, which holds secrets\. Run chmod 600 \S+\.\n$/),
        ]);
        chmodSync(other.loginFile, 0o600);
        expect(await other.tpp(['logout'])).toMatchObject({ code: 0 });
        expect(existsSync(other.loginFile)).toBe(false);
      } finally {
        await other.remove();
      }
    },
    slowMs,
  );

  it(
    'forwards notifications to the byte once they are verified, none that is forged, and one again on demand',
    async () => {
      const receiver = await own;
      const hook = `${receiver.origin}/hook`;
      const listening = line.start(['listen', '--client', client.clientId, '--forward-to', hook, '--json']);
      await listening.says(`Forwarding to ${hook}`);
      const [, address = ''] = /TPP-Notification-URI: (\S+)/.exec(listening.err)!;
      const token = (await line.tpp(['token'], variables)).out.trim();
      const created = await call('POST', '/v1.7/consents', token, { body: everything, headers: { 'tpp-notification-uri': address } });
      expect(created).toAnswer(201);
      expect(created.headers['aspsp-notification-support']).toBe('true');
      const { consentId } = created.body as { consentId: string };
      expect(await call('DELETE', `/v1.7/consents/${consentId}`, token)).toAnswer(204);
      const [first] = await receiver.waitFor(1);
      expect(first!.body).toEqual({ consentId, consentStatus: 'terminatedByTpp' });
      const headers = Object.fromEntries(
        ['content-type', 'x-request-id', 'digest', 'x-jws-signature'].map((name) => [name, String(first!.headers[name])]),
      );

      const forged = first!.raw.toString().replace('terminatedByTpp', 'valid');
      expect((await exchange(address, { method: 'POST', from: ownAddress(), body: forged, headers })).status).toBe(204);
      // The genuine one once more: what is forwarded after the forged one.
      expect((await exchange(address, { method: 'POST', from: ownAddress(), body: first!.raw, headers })).status).toBe(204);
      const [, second] = await receiver.waitFor(2);
      expect(second!.raw).toEqual(first!.raw);
      await until('all three are printed', () => listening.printed.length === 3);
      const answer = { status: 204, ms: expect.any(Number) as number, text: '' };
      expect(listening.printed).toMatchObject([
        { verified: true, answer },
        { verified: false, body: forged, fault: 'Not a notification of the bank: its signature is wrong.' },
        { verified: true, answer },
      ]);
      expect(await listening.stop()).toBe(0);
      const since = line.start(['listen', '--client', client.clientId, '--since', '1h', '--json']);
      await until('all three are printed again', () => since.printed.length === 3);
      expect(since.printed.map(({ verified, answer: none }) => [verified, none])).toEqual(
        [[true], [false], [true]].map(([is]) => [is, undefined]),
      );

      const id = headers['x-request-id']!;
      // The latest with this id is forged: the genuine one is forwarded all the same.
      expect((await exchange(address, { method: 'POST', from: ownAddress(), body: forged, headers })).status).toBe(204);
      expect(await line.tpp(['listen', '--replay', id, '--forward-to', hook])).toMatchObject({ code: 0 });
      const [, , third] = await receiver.waitFor(3);
      expect([third!.raw, third!.headers['x-jws-signature']]).toEqual([first!.raw, headers['x-jws-signature']]);
      const unknown = await line.tpp(['listen', '--replay', randomUUID(), '--forward-to', hook]);
      expect([unknown.code, receiver.received.length]).toEqual([1, 3]);
    },
    slowMs,
  );

  it(
    'forwards to this machine alone, unless a host is allowed, and follows no redirect',
    async () => {
      const receiver = await own;
      const before = receiver.received.length;
      const { clientId } = client;
      const listed = (await one.call('GET', `/sandbox/received-notifications?clientId=${clientId}`)).body as {
        notifications: { requestId: string; fault?: string }[];
      };
      const { requestId } = listed.notifications.find(({ fault }) => fault === undefined)!;
      // An address that is not of loopback, and yet leads to this machine.
      const elsewhere = receiver.origin.replace('127.0.0.1', '0.0.0.0');
      const replay = (...more: string[]) => line.tpp(['listen', '--replay', requestId, ...more]);
      const refused = await replay('--forward-to', elsewhere);
      expect(refused).toEqual({
        code: 2,
        out: '',
        err: '0.0.0.0 is not this machine, and notifications are forwarded to this machine only. Add --allow-host 0.0.0.0 if it is yours.\n',
      });
      expect(receiver.received).toHaveLength(before);
      expect(await replay('--forward-to', elsewhere, '--allow-host', '0.0.0.0')).toMatchObject({ code: 0 });
      expect(receiver.received).toHaveLength(before + 1);
      receiver.nextStatuses = [302];
      const redirected = await replay('--forward-to', `${receiver.origin.replace('127.0.0.1', 'localhost')}/hook`);
      expect([redirected.code, redirected.out]).toEqual([0, expect.stringMatching(/-> 302 in \d+ ms/)]);
      expect(receiver.received).toHaveLength(before + 2);
    },
    slowMs,
  );

  it(
    'prints new requests as they come, with the reason of a refusal',
    async () => {
      const following = line.start(['logs', '--follow', '--lines', '0', '--client', client.clientId]);
      const token = (await line.tpp(['token'], variables)).out.trim();
      const refused = await call('GET', `/v1.7/consents/${randomUUID()}`, token);
      const id = String(refused.headers['x-request-id']);
      await following.says(new RegExp(`  ${refused.status} +\\d+ ms  readConsent  ${id}  GET /v1.7/consents/\\S+  CONSENT_UNKNOWN`));
      expect(await following.stop()).toBe(0);
      const latest = await line.tpp(['logs', '--json']);
      expect(latest.out.split('\n').filter((one) => one.includes(id))).toHaveLength(1);
    },
    slowMs,
  );

  it(
    'prints a token that the interface accepts, and has another bank reject a payment',
    async () => {
      const { logins } = await one.customer({ products: ['euroAccount'] });
      const { iban } = logins[0]!.accounts.find(({ currency, kind }) => kind === 'account' && currency === 'EUR')!.reference;
      const { code, out } = await line.tpp(['token', '--scope', 'PIS'], variables);
      expect([code, out]).toEqual([0, expect.stringMatching(/^\S+\n$/)]);
      const token = out.trim();
      const created = await call('POST', instant, token, {
        body: {
          instructedAmount: { currency: 'EUR', amount: '1.50' },
          creditorAccount: { iban: 'DE89370400440532013000' },
          creditorName: 'Bookshop',
          debtorAccount: { iban },
        },
      });
      expect(created).toAnswer(201);
      const { paymentId } = created.body as { paymentId: string };
      expect((await line.tpp(['trigger', '--list'])).out).toContain('payment.rejected');
      const triggered = await line.tpp(['trigger', 'payment.rejected', paymentId, '--reason', 'BE01']);
      expect(triggered).toEqual({ code: 0, out: '', err: `payment.rejected: done for the payment ${paymentId}.\n` });
      await client.approvedBy(logins[0] as never, 'payments', `PIS:${paymentId}`);
      await until('the payment is rejected', async () => {
        const { body } = await call('GET', `${instant}/${paymentId}/status`, token);
        return (body as { transactionStatus: string }).transactionStatus === 'RJCT';
      });
      const late = await line.tpp(['trigger', 'payment.returned', paymentId]);
      expect([late.code, late.err]).toEqual([
        1,
        expect.stringMatching(/^The bank answered 409: STATUS_INVALID .*\. Read its status first/),
      ]);

      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const jwks = JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] });
      const registered = await one.developer.register({ role: ['PSP_AI'], authMethod: 'private_key_jwt', jwks });
      const keyFile = `${line.loginFile}.pem`;
      writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
      const byKey = await line.tpp(['token', '--client-id', credentialsIn(registered.text).clientId, '--client-key', keyFile]);
      expect(await call('POST', '/v1.7/consents', byKey.out.trim(), { body: everything })).toAnswer(201);

      const wrong = await line.tpp(['token'], { ...variables, CLIENT_SECRET: 'wrong' });
      expect([wrong.code, wrong.out, wrong.err]).toEqual([1, '', expect.stringMatching(/^invalid_client\b.*Check CLIENT_ID/)]);
    },
    slowMs,
  );

  it(
    'keeps the token of a customer who has approved a consent, and prints it',
    async () => {
      const token = (await line.tpp(['token'], variables)).out.trim();
      const { consentId } = (await call('POST', '/v1.7/consents', token, { body: everything })).body as { consentId: string };
      const without = await line.tpp(['token', '--for', consentId], variables);
      expect([without.code, without.err]).toEqual([
        1,
        `No customer has approved ${consentId} on this machine. Run tpp open consent ${consentId}.\n`,
      ]);

      const opened = line.start(['open', 'consent', consentId, '--print'], variables);
      await opened.says(/^http\S+\n/);
      const { login, password } = bank.demo;
      const returned = await completeInteraction(opened.out.trim(), { login, password, from: ownAddress() });
      expect((await exchange(String(returned), { from: ownAddress() })).text).toContain('You can close this window');
      expect(await opened.code).toBe(0);
      const made = (await line.tpp(['token', '--for', consentId], variables)).out.trim();
      const read = await call('GET', '/v1.7/accounts', made, { headers: { 'consent-id': consentId } });
      expect(read).toAnswer(200);
      expect((read.body as { accounts: unknown[] }).accounts.length).toBeGreaterThan(0);
    },
    slowMs,
  );

  it(
    'explains each command, and refuses a command line that is wrong with code 2',
    async () => {
      const { out } = await line.tpp(['--help']);
      for (const name of ['login', 'logout', 'listen', 'logs', 'trigger', 'token', 'open']) {
        expect(out).toContain(`  ${name} `);
        const help = await line.tpp([name, '--help']);
        expect([help.code, help.out]).toEqual([0, expect.stringContaining(`Usage: tpp ${name}`)]);
        const wrong = await line.tpp([name, '--nonsense']);
        expect([wrong.code, wrong.out, wrong.err]).toEqual([2, '', `Unknown option '--nonsense'. Run tpp ${name} --help.\n`]);
      }
      expect((await line.tpp(['nonsense'])).code).toBe(2);
      const elsewhere = await line.npx(['login', `${bank.baseUrl}/guides`], 'sandbox_any\n');
      expect([elsewhere.code, elsewhere.err]).toEqual([1, expect.stringContaining('/guides is not the base URL of a bank (status 404).')]);
      const plain = await line.tpp(['login', 'http://bank.example']);
      expect([plain.code, plain.err]).toEqual([2, expect.stringContaining('without encryption')]);
    },
    slowMs,
  );
});
