import { developerPages, services } from '@open-banking/spec';
import { Browser, ownAddress, runningBank } from '@open-banking/testing';
import { ADeveloper, clientToken, credentialsIn, password } from './a-developer.js';
import { AScenarist } from './a-scenarist.js';

describe('the account of a developer', () => {
  const bank = runningBank(services);

  const developerIdByEmail = async ({ email }: ADeveloper): Promise<string | undefined> =>
    (await bank.database('portal').query<{ id: string }>('select developer_id as id from developer where email = $1', [email])).rows[0]?.id;
  /** How many rows of the portal's tables name a developer by id. */
  const rowsByTable = async (developerId: string): Promise<Record<string, number>> => {
    const tables = [
      'developer',
      'developer_session',
      'developer_client',
      'console_client',
      'console_choice',
      'sandbox_key',
      'sandbox_customer',
      'sandbox_data_set',
    ];
    const counts = tables.map((table) => `(select count(*)::int from ${table} where developer_id = $1) as ${table}`);
    const { rows } = await bank.database('portal').query<Record<string, number>>(`select ${counts.join(', ')}`, [developerId]);
    return Object.fromEntries(Object.entries(rows[0]!).filter(([, count]) => count > 0));
  };
  const askDeletion = async ({ browser }: ADeveloper, typed = password) => {
    await browser.open(developerPages.showAccount.path);
    return browser.press('delete-account', { password: typed });
  };

  it('is deleted by its developer with the password, and is then one that nobody has', async () => {
    const [developer, other] = [await ADeveloper.signedIn(bank), await ADeveloper.signedIn(bank)];
    const elsewhere = new ADeveloper(bank);
    Object.assign(elsewhere, { email: developer.email });
    await elsewhere.signIn();
    const developerId = (await developerIdByEmail(developer))!;

    expect(await askDeletion(developer, 'something else')).toMatchObject({
      status: 422,
      text: expect.stringContaining('The password is wrong'),
    });
    expect(await developer.isSignedIn).toBe(true);
    expect(await askDeletion(developer)).toMatchObject({ status: 200, text: expect.stringContaining('Your account is deleted') });

    expect(await rowsByTable(developerId)).toEqual({});
    expect(await developerIdByEmail(developer)).toBeUndefined();
    expect([await developer.isSignedIn, await elsewhere.isSignedIn, await other.isSignedIn]).toEqual([false, false, true]);
    expect(await developer.signIn()).toMatchObject({ status: 422, text: expect.stringContaining('address or the password is wrong') });
    const { rowCount } = await bank
      .database('portal')
      .query("select from developer_attempt where email_hash = sha256(convert_to($1, 'UTF8'))", [developer.email]);
    expect(rowCount).toBe(1);
    await developer.confirm(await developer.signUp('another password of theirs'), 'another password of theirs');
    expect(await developer.isSignedIn).toBe(true);
    expect(await developerIdByEmail(developer)).not.toBe(developerId);
  });

  it('stays while a client is there, and goes with the client of the console once the others are removed', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const developerId = (await developerIdByEmail(developer))!;
    const { clientId, clientSecret } = credentialsIn((await developer.register()).text);
    expect(await askDeletion(developer)).toMatchObject({
      status: 422,
      text: expect.stringContaining('Remove <a href="/developer">1 client</a> first.'),
    });
    expect((await clientToken(bank.baseUrl, clientId, clientSecret!)).status).toBe(200);
    await developer.browser.open(`${developerPages.showDeveloper.path}/clients/${clientId}`);
    await developer.browser.confirm('remove');

    const console = credentialsIn((await developer.register({ name: 'Developer console' })).text);
    await bank
      .database('portal')
      .query("insert into console_client (developer_id, client_id, sealed_secret, created_at) values ($1, $2, '', now())", [
        developerId,
        console.clientId,
      ]);
    expect((await clientToken(bank.baseUrl, console.clientId, console.clientSecret!)).status).toBe(200);
    expect(await askDeletion(developer)).toMatchObject({ status: 200, text: expect.stringContaining('Your account is deleted') });
    expect((await clientToken(bank.baseUrl, console.clientId, console.clientSecret!)).status).toBe(401);
    expect(await rowsByTable(developerId)).toEqual({});
  });

  it('stays while a customer made for it is there, and takes the removed ones and its keys with it', async () => {
    const one = await AScenarist.of(bank);
    const developerId = (await developerIdByEmail(one.developer))!;
    const { customerId } = await one.customer({ products: [] });
    expect(await askDeletion(one.developer)).toMatchObject({
      status: 422,
      text: expect.stringContaining('Remove <a href="/developer/customers">1 sandbox customer</a> first.'),
    });
    expect(await one.call('GET', '/sandbox/customers')).toAnswer(200);
    expect(await one.call('DELETE', `/sandbox/customers/${customerId}`)).toAnswer(204);
    expect(await askDeletion(one.developer)).toMatchObject({ status: 200 });
    expect(await one.call('GET', '/sandbox/customers')).toAnswer(401);
    expect(await rowsByTable(developerId)).toEqual({});
  });

  it('is not deleted from a browser in which nobody is signed in', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const browser = new Browser(bank.baseUrl, ownAddress());
    const { text } = await browser.open(developerPages.showDeveloper.path);
    const csrf = /name="csrf" value="([^"]+)"/.exec(text)![1]!;
    const form = (of: string) => new URLSearchParams({ csrf: of, step: 'delete-account', password });
    expect((await browser.open(developerPages.answerAccount.path, form(csrf))).text).toContain('value="sign-in"');
    const cookie = developer.browser.cookies.for('/');
    expect(await new Browser(bank.baseUrl, ownAddress()).open(developerPages.answerAccount.path, form(csrf), { cookie })).toMatchObject({
      status: 400,
    });
    expect(await developerIdByEmail(developer)).toBeDefined();
  });

  it('is deleted once, or not, while its developer registers clients at the same moment; no answer is a fault', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const developerId = (await developerIdByEmail(developer))!;
    await developer.browser.open(developerPages.showNewClient.path);
    const csrf = /name="csrf" value="([^"]+)"/.exec(developer.browser.response.text)![1]!;
    const cookie = developer.browser.cookies.for('/');
    const send = (path: string, fields: Record<string, string>) =>
      new Browser(bank.baseUrl, ownAddress()).open(path, new URLSearchParams({ csrf, ...fields }), { cookie });
    const register = {
      step: 'register',
      name: 'At once',
      redirectUris: 'http://127.0.0.1:3000/back',
      jwks: '',
      role: 'PSP_AI',
      authMethod: 'client_secret_basic',
      jwksUri: '',
      tlsSubject: '',
    };
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => send(developerPages.answerNewClient.path, register)),
      send(developerPages.answerAccount.path, { step: 'delete-account', password }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const left = await rowsByTable(developerId);
    // Either the account is there with its clients, or nothing of it is.
    if (await developerIdByEmail(developer)) expect(left['developer_client']).toBeGreaterThan(0);
    else expect(left).toEqual({});
  });
});
