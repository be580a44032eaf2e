import { LoginSettings } from '@open-banking/issuer';
import { randomUUID } from 'node:crypto';
import { AuditService } from '@open-banking/commands';
import { BankClock } from '@open-banking/database';
import { ownDatabase } from '@open-banking/testing/database';
import { ClientDirectoryService } from '../src/clients.service.js';
import { RegisterStandingsService } from '../src/register/register-standings.service.js';
import { CustomerDirectoryService } from '../src/customers.service.js';
import { hashPassword, isPassword } from '@open-banking/access';

const minuteMs = 60_000;

describe('the directory', () => {
  const own = ownDatabase('ais-pis', { poolSize: 8 });
  let movedMs = 0;
  const clock = new BankClock('Asia/Jerusalem', () => movedMs);
  const aCustomer = async (password = 'right') => {
    const customer = { psuId: randomUUID(), login: randomUUID() };
    await own.database.pool.query('insert into psu (psu_id, login, password_hash, name) values ($1, $2, $3, $4)', [
      customer.psuId,
      customer.login,
      await hashPassword(password, 1_024),
      'Dana',
    ]);
    return customer;
  };

  it('signs a customer in with the correct password, and answers a wrong password and an unknown login alike', async () => {
    const customers = new CustomerDirectoryService(own.database, clock, new LoginSettings());
    const { login, psuId } = await aCustomer();
    expect(await customers.signIn(login, 'right')).toMatchObject({ customer: { psuId, name: 'Dana' } });
    expect(await customers.signIn(login, 'wrong')).toEqual({ refused: 'wrong' });
    expect(await customers.signIn(randomUUID(), 'wrong')).toEqual({ refused: 'wrong' });
    expect(await customers.signIn('\0', 'wrong')).toEqual({ refused: 'wrong' });
  });

  it('knows subjects of the login provider that the bank has, and tells a service that asks about another one which that is', async () => {
    const [ours, others] = ['https://login.example', 'https://other.example'];
    const { psuId } = await aCustomer();
    await own.database.pool.query("update psu set login_subject = 'subject' where psu_id = $1", [psuId]);
    const customers = new CustomerDirectoryService(own.database, clock, Object.assign(new LoginSettings(), { loginIssuerUrl: ours }));
    expect(await customers.signInSubject(ours, 'subject')).toMatchObject({ customer: { psuId } });
    await expect(customers.signInSubject(others, 'subject')).rejects.toMatchObject({
      faults: [{ code: 'FORMAT_ERROR', path: '/issuer', text: `Customers of this bank sign in at ${ours} (LOGIN_ISSUER_URL).` }],
    });
    const withPasswords = new CustomerDirectoryService(own.database, clock, new LoginSettings());
    await expect(withPasswords.signInSubject(ours, 'subject')).rejects.toMatchObject({
      faults: [{ path: '/issuer', text: 'Customers of this bank sign in with a password (LOGIN_ISSUER_URL).' }],
    });
  });

  it('locks a login for 15 minutes after five wrong passwords in a row, whether it exists or not', async () => {
    const customers = new CustomerDirectoryService(own.database, clock, new LoginSettings());
    const { login, psuId } = await aCustomer();
    for (const name of [login, randomUUID()]) {
      for (let wrong = 1; wrong < 5; wrong += 1) expect(await customers.signIn(name, 'wrong')).toEqual({ refused: 'wrong' });
      expect(await customers.signIn(name, 'wrong')).toMatchObject({ refused: 'locked' });
      expect(await customers.signIn(name, 'right')).toMatchObject({ refused: 'locked' });
    }
    movedMs += 15 * minuteMs + 1_000;
    expect(await customers.signIn(login, 'right')).toMatchObject({ customer: { psuId, name: 'Dana' } });
  });

  it('locks after wrong approval codes too; a correct password does not reset their count, a correct code does', async () => {
    const customers = new CustomerDirectoryService(own.database, clock, new LoginSettings());
    const { login, psuId } = await aCustomer();
    for (let wrong = 1; wrong < 5; wrong += 1) expect(await customers.takeCodeTry(psuId)).toEqual({ taken: true });
    await customers.codeWasRight(psuId);
    for (let wrong = 1; wrong < 5; wrong += 1) expect(await customers.takeCodeTry(psuId)).toEqual({ taken: true });
    expect(await customers.signIn(login, 'right')).toMatchObject({ customer: { psuId } });
    expect(await customers.takeCodeTry(psuId)).toEqual({ taken: true, lockedUntil: expect.any(Date) });
    expect(await customers.signIn(login, 'right')).toMatchObject({ refused: 'locked' });
    expect(await customers.takeCodeTry(psuId)).toEqual({ taken: false, lockedUntil: expect.any(Date) });
  });

  it('allows five code attempts, however many arrive at once; if the fifth is correct, nothing is locked', async () => {
    const customers = new CustomerDirectoryService(own.database, clock, new LoginSettings());
    const { login, psuId } = await aCustomer();
    const tries = await Promise.all(Array.from({ length: 14 }, () => customers.takeCodeTry(psuId)));
    expect(tries.filter(({ taken }) => taken)).toHaveLength(5);
    await customers.codeWasRight(psuId);
    expect(await customers.takeCodeTry(psuId)).toEqual({ taken: true });
    expect(await customers.signIn(login, 'right')).toMatchObject({ customer: { psuId } });
  });

  it('recognizes a browser that signed in before by its cookie, for that login only and until the cookie expires', async () => {
    const customers = new CustomerDirectoryService(own.database, clock, new LoginSettings());
    const [one, other] = [await aCustomer(), await aCustomer()];
    const cookieAfter = async (login: string, brought?: string) => {
      const found = await customers.signIn(login, 'right', brought);
      if (!('customer' in found)) throw new Error(JSON.stringify(found));
      return found.deviceCookie;
    };
    const both = await cookieAfter(other.login, await cookieAfter(one.login));
    const stranger = await cookieAfter((await aCustomer()).login);
    for (const { login } of [one, other]) for (let wrong = 0; wrong < 5; wrong += 1) await customers.signIn(login, 'wrong');
    for (const { login } of [one, other]) {
      for (const brought of [
        undefined,
        stranger,
        '',
        'x.y',
        both
          .split('.')
          .map((mark) => `${mark.startsWith('A') ? 'B' : 'A'}${mark.slice(1)}`)
          .join('.'),
      ])
        expect(await customers.signIn(login, 'right', brought)).toMatchObject({ refused: 'locked' });
      expect(await customers.signIn(login, 'right', both)).toMatchObject({ customer: {} });
    }
    // Its separate count allows five attempts too.
    for (let wrong = 0; wrong < 5; wrong += 1) await customers.signIn(one.login, 'wrong', both);
    expect(await customers.signIn(one.login, 'right', both)).toMatchObject({ refused: 'locked' });
    movedMs += 181 * 86_400_000;
    for (let wrong = 0; wrong < 5; wrong += 1) await customers.signIn(other.login, 'wrong');
    expect(await customers.signIn(other.login, 'right', both)).toMatchObject({ refused: 'locked' });
  });

  it('counts each of several concurrent wrong passwords', async () => {
    const customers = new CustomerDirectoryService(own.database, clock, new LoginSettings());
    const { login } = await aCustomer();
    await Promise.all(Array.from({ length: 8 }, () => customers.signIn(login, 'wrong')));
    expect(await customers.signIn(login, 'right')).toMatchObject({ refused: 'locked' });
  });

  const audit = new AuditService(Buffer.alloc(32));
  let withoutRegister: RegisterStandingsService;
  beforeAll(() => {
    withoutRegister = new RegisterStandingsService(own.database, { authorisationRegisterMaxAgeSeconds: 3_600 });
  });
  const rules = { sandbox: true, profile: 'baseline', baseUrl: 'http://127.0.0.1:8080', bankName: 'Demo Bank' } as const;

  it("returns a client's secret once and stores only its hash", async () => {
    const clients = new ClientDirectoryService(own.database, clock, rules, audit, withoutRegister);
    const made = await clients.create({ name: 'Budget', roles: ['PSP_AI'], redirectUris: ['https://tpp.example/back'] });
    const kept = await own.database.pool.query('select row_to_json(client)::text as text from client where client_id = $1', [
      made.client_id,
    ]);
    expect(made.client_secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(kept.rows[0].text).not.toContain(made.client_secret);
    expect(await clients.find(made.client_id)).toMatchObject({ name: 'Budget', roles: ['PSP_AI'], authMethod: 'client_secret_basic' });
    expect(await clients.find('nobody')).toBeUndefined();
  });

  it('refuses redirect URIs that could leak a code; http to the loopback interface is allowed in the sandbox only', async () => {
    const create = (uri: string, sandbox: boolean) =>
      new ClientDirectoryService(own.database, clock, { ...rules, sandbox }, audit, withoutRegister).create({
        name: 'x',
        roles: [],
        redirectUris: [uri],
      });
    await expect(create('http://127.0.0.1/back', true)).resolves.toBeDefined();
    await expect(create('com.example.app:/back', false)).resolves.toBeDefined();
    await expect(create('http://127.0.0.1/back', false)).rejects.toMatchObject({ faults: [{ path: '/redirectUris/0' }] });
    for (const uri of [
      'http://tpp.example/back',
      'https://tpp.example/#x',
      'https://user@tpp.example/',
      'javascript:alert(1)',
      'data:text/html,x',
    ]) {
      await expect(create(uri, true)).rejects.toMatchObject({ faults: [{ path: '/redirectUris/0', code: 'FORMAT_ERROR' }] });
    }
  });

  it('accepts only public keys, for clients that sign', async () => {
    const clients = new ClientDirectoryService(own.database, clock, rules, audit, withoutRegister);
    const ask = (jwks?: object) =>
      clients.create({ name: 'x', roles: [], redirectUris: [], authMethod: 'private_key_jwt', jwks: jwks as never });
    const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
    await expect(ask({ keys: [key] })).resolves.not.toHaveProperty('client_secret');
    await expect(ask({ keys: [{ ...key, d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' }] })).rejects.toMatchObject({
      faults: [{ path: '/jwks/keys/0' }],
    });
    await expect(ask({ keys: [{ kty: 'OKP' }] })).rejects.toMatchObject({ faults: [{ path: '/jwks/keys/0' }] });
    await expect(ask()).rejects.toMatchObject({ faults: [{ path: '/jwks' }] });
  });

  it('accepts certificates only with a TLS listener, and in profile fapi2 no secrets and no private URI schemes', async () => {
    const ask = (extra: object, settings: object) =>
      new ClientDirectoryService(own.database, clock, { ...rules, ...settings }, audit, withoutRegister).create({
        name: 'x',
        roles: [],
        redirectUris: [],
        ...extra,
      });
    const byCertificate = { authMethod: 'tls_client_auth', tlsSubject: 'CN=tpp,O=Example,C=IL' };
    await expect(ask(byCertificate, { tlsBaseUrl: 'https://127.0.0.1:8443' })).resolves.not.toHaveProperty('client_secret');
    await expect(ask({ authMethod: 'tls_client_auth' }, { tlsBaseUrl: 'https://127.0.0.1:8443' })).rejects.toMatchObject({
      faults: [{ path: '/tlsSubject' }],
    });
    await expect(
      ask({ authMethod: 'tls_client_auth', tlsSubject: 'CN=tpp,O=Example,C' }, { tlsBaseUrl: 'https://127.0.0.1:8443' }),
    ).rejects.toMatchObject({
      faults: [{ path: '/tlsSubject', text: expect.stringContaining('at character 19, the end stands') as unknown }],
    });
    await expect(ask(byCertificate, {})).rejects.toMatchObject({ faults: [{ path: '/authMethod' }] });
    await expect(ask({ tokenBinding: 'tls' }, { tlsBaseUrl: 'https://127.0.0.1:8443' })).resolves.toBeDefined();
    await expect(ask({ tokenBinding: 'tls' }, {})).rejects.toMatchObject({ faults: [{ path: '/tokenBinding' }] });
    for (const authMethod of ['client_secret_basic', 'client_secret_post']) {
      await expect(ask({ authMethod }, {})).resolves.toHaveProperty('client_secret');
      await expect(ask({ authMethod }, { profile: 'fapi2' })).rejects.toMatchObject({ faults: [{ path: '/authMethod' }] });
    }
    const byKey = {
      authMethod: 'private_key_jwt',
      jwks: { keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }] },
    };
    await expect(
      ask({ ...byKey, redirectUris: ['http://127.0.0.1/back', 'https://tpp.example/back'] }, { profile: 'fapi2' }),
    ).resolves.toBeDefined();
    await expect(ask({ ...byKey, redirectUris: ['com.example.app:/back'] }, { profile: 'fapi2' })).rejects.toMatchObject({
      faults: [{ path: '/redirectUris/0' }],
    });
    await expect(ask({ ...byKey, redirectUris: ['http://127.0.0.1/back'] }, { profile: 'fapi2', sandbox: false })).rejects.toMatchObject({
      faults: [{ path: '/redirectUris/0' }],
    });
  });
});

describe('a password hash', () => {
  it('verifies its password at any cost, and is different each time', async () => {
    const [one, other] = await Promise.all([hashPassword('ס1 é', 1_024), hashPassword('ס1 é', 2_048)]);
    expect(one).not.toBe(other);
    for (const stored of [one, other]) {
      expect(await isPassword('ס1 é', stored)).toBe(true);
      expect(await isPassword('ס1 e', stored)).toBe(false);
    }
  });
});
