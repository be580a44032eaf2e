import { generateKeyPairSync } from 'node:crypto';
import { developerPages, services } from '@open-banking/spec';
import { Browser, ownAddress, removeClient, rotateClient, runningBank, TestClient } from '@open-banking/testing';
import { ADeveloper, clientToken, credentialsIn } from './a-developer.js';

const slowMs = 300_000;

describe('a client of a developer', () => {
  const bank = runningBank(services);
  const clientPagePath = (clientId: string) => developerPages.showClient.path.replace('{clientId}', clientId);
  const tokenStatus = async (clientId: string, clientSecret: string) => (await clientToken(bank.baseUrl, clientId, clientSecret)).status;
  const registered = async (developer: ADeveloper) => {
    const answer = await developer.register();
    expect(answer.status).toBe(200);
    return credentialsIn(answer.text) as { clientId: string; clientSecret: string };
  };

  it('gets a token with its secret, keeps both secrets during a rotation, and none when it is removed', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const { clientId, clientSecret } = await registered(developer);
    expect(await tokenStatus(clientId, clientSecret)).toBe(200);
    const list = await developer.browser.open(developerPages.showDeveloper.path);
    expect(list.text).toContain(clientId);
    expect(list.text).not.toContain(clientSecret);

    await developer.browser.open(clientPagePath(clientId));
    const rotated = await developer.browser.press('rotate-secret', { keep: 'PT1H' });
    expect(rotated.text).toMatch(/stays valid until <strong><time [^>]*>\d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    const { clientSecret: next } = credentialsIn(rotated.text);
    const again = await developer.browser.open(developer.browser.url);
    expect(again.text).not.toContain(next);
    expect(again.text).toContain('End the previous credential now');
    expect([await tokenStatus(clientId, clientSecret), await tokenStatus(clientId, next!)]).toEqual([200, 200]);
    await developer.browser.open(clientPagePath(clientId));
    await developer.browser.press('finish-rotation');
    expect([await tokenStatus(clientId, clientSecret), await tokenStatus(clientId, next!)]).toEqual([401, 200]);

    await developer.browser.confirm('remove');
    expect(await tokenStatus(clientId, next!)).toBe(401);
    expect((await developer.browser.open(developerPages.showDeveloper.path)).text).not.toContain(clientId);
    expect((await developer.browser.open(clientPagePath(clientId))).status).toBe(404);
  });

  it('is registered once, however often its page is loaded again, and its secret is shown once, to the browser that sent the form', async () => {
    const developer = await ADeveloper.signedIn(bank);
    developer.browser.followsRedirects = false;
    const sent = await developer.register();
    expect(sent).toMatchObject({ status: 303, text: '' });
    const path = sent.headers['location'] as string;
    const brought = [sent.headers['set-cookie'] ?? []].flat().find((cookie) => cookie.startsWith('credential='))!;
    expect(brought).toMatch(/; HttpOnly; SameSite=Lax/);
    // Another session, even of the same developer, that brings what the browser keeps.
    const elsewhere = Object.assign(new ADeveloper(bank), { email: developer.email });
    await elsewhere.signIn();
    const cookie = `${elsewhere.browser.cookies.for('/')}; ${brought.split(';')[0]}`;
    const opened = await elsewhere.browser.open(path, undefined, { cookie });
    expect([opened.status, credentialsIn(opened.text).clientSecret]).toEqual([200, undefined]);

    const shown = await developer.browser.open(path);
    const { clientId, clientSecret } = credentialsIn(shown.text);
    expect(await tokenStatus(clientId, clientSecret!)).toBe(200);
    const again = await developer.browser.open(path);
    expect([again.status, credentialsIn(again.text).clientSecret]).toEqual([200, undefined]);
    const { text } = await developer.browser.open(developerPages.showDeveloper.path);
    expect(text.match(/href="\/developer\/clients\/[0-9a-f]/g)).toHaveLength(1);
  });

  it('is refused with each fault at its field, and leaves nothing behind', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const refused = await developer.register({
      name: 'Demo Bank',
      role: [],
      redirectUris: 'https://example.com/back\nhttp://example.com/back',
    });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Tick at least one.');
    const { text } = await developer.register({ name: 'Demo Bank', redirectUris: 'https://example.com/back\nhttp://example.com/back' });
    expect(text).toMatch(/id="name-fault">Contains the name of this bank/);
    expect(text).toMatch(/id="redirectUris-fault">Line 2 must be https/);
    expect((await developer.browser.open(developerPages.showDeveloper.path)).text).toContain('You have none yet');
    const { rows } = await bank
      .database('portal')
      .query('select from developer_client c join developer d using (developer_id) where d.email = $1', [developer.email]);
    expect(rows).toEqual([]);
    await registered(developer);
  });

  it('has public keys of its own; a private key is refused and not shown again', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { d, ...rest } = privateKey.export({ format: 'jwk' });
    const refused = await developer.register({ authMethod: 'private_key_jwt', jwks: JSON.stringify({ ...rest, d }) });
    expect(refused.text).toMatch(/id="jwks-fault">Key 1 is a private key/);
    expect(refused.text).not.toContain(d);
    expect((await developer.register({ authMethod: 'private_key_jwt', jwks: 'no keys' })).text).toContain('This is no JSON object');

    const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'first' }] };
    const answer = await developer.register({ authMethod: 'private_key_jwt', jwks: JSON.stringify(jwks) });
    const { clientId, clientSecret } = credentialsIn(answer.text);
    expect([answer.status, clientSecret]).toEqual([200, undefined]);
    await developer.browser.open(clientPagePath(clientId));
    expect((await developer.browser.open(clientPagePath(clientId))).text).toContain('<code>first</code> (EC P-256)');
    const replaced = await developer.browser.press('rotate-keys', {
      keep: '',
      jwks: JSON.stringify({ keys: [{ ...jwks.keys[0], kid: 'second' }] }),
    });
    expect(replaced.text).toContain('stays valid until');
    expect((await developer.browser.open(clientPagePath(clientId))).text).toContain('<code>second</code>');
  });

  it(
    'is nobody else’s: another developer’s client, an operator’s, and none are the same',
    async () => {
      const [owner, other] = [await ADeveloper.signedIn(bank), await ADeveloper.signedIn(bank)];
      const { clientId, clientSecret } = await registered(owner);
      const { clientId: own } = await registered(other);
      const { client: byOperator } = await bank.client({ name: 'By an operator' });
      for (const foreign of [clientId, byOperator.clientId, '11111111-1111-4111-8111-111111111111', 'no-uuid', '%00']) {
        const path = clientPagePath(foreign);
        expect([path, (await other.browser.open(path)).status]).toEqual([path, 404]);
        await other.browser.open(clientPagePath(own));
        const csrf = /name="csrf" value="([^"]+)"/.exec(other.browser.response.text)![1]!;
        for (const fields of ['step=remove&confirmed=yes', 'step=rotate-secret&keep=PT0S']) {
          const form = new URLSearchParams(`${fields}&csrf=${csrf}`);
          expect([path, (await other.browser.open(path, form)).status]).toEqual([path, 404]);
        }
      }
      expect(await tokenStatus(clientId, clientSecret)).toBe(200);
      expect((await owner.browser.open(clientPagePath(clientId))).status).toBe(200);
    },
    slowMs,
  );

  it('changes its redirect URIs as the rules for a new one say, and its page tells what was added and removed', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const { clientId } = await registered(developer);
    const [first, second] = ['http://127.0.0.1:3000/back', 'https://example.com/back'];
    const change = (redirectUris: string) => developer.browser.press('change-redirect-uris', { redirectUris });
    const uris = async () => {
      const { text } = await developer.browser.open(clientPagePath(clientId));
      return [.../<dt>Redirect URIs<\/dt><dd>(.*?)<\/dd>/s.exec(text)![1]!.matchAll(/<code>([^<]+)</g)].map(([, uri]) => uri);
    };
    expect(await uris()).toEqual([first]);
    const refused = await change(`${first}\nhttp://example.com/back`);
    expect([refused.status, /id="redirectUris-fault">([^<]+)/.exec(refused.text)?.[1]]).toEqual([
      422,
      expect.stringMatching(/^Line 2 must be https/),
    ]);
    expect((await change(' ')).text).toContain('At least one is needed');
    expect(await uris()).toEqual([first]);
    const added = await change(`${first}\n\n  ${second}\n`);
    expect([added.status, added.text]).toEqual([200, expect.stringContaining(`can now return to <code>${second}</code>`)]);
    expect(await uris()).toEqual([first, second]);
    expect((await change(second)).text).toContain(`Nobody is sent any more to <code>${first}</code>`);
    expect(await uris()).toEqual([second]);
  });

  it('sends nobody to a redirect URI that it has removed: open approvals end, codes are worth nothing, and the others go on', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const { clientId, clientSecret } = await registered(developer);
    const [removed, kept] = ['http://127.0.0.1:3000/back', 'http://127.0.0.1:3000/kept'];
    const change = async (redirectUris: string) => {
      await developer.browser.open(clientPagePath(clientId));
      expect((await developer.browser.press('change-redirect-uris', { redirectUris })).status).toBe(200);
    };
    const clientAt = (redirectUri: string) =>
      new TestClient(bank.baseUrl, { name: 'My Budget', clientId, clientSecret, roles: ['PSP_AI'], redirectUri }, ownAddress());
    const atApproval = async (client: TestClient) => {
      const authorization = await client.startAuthorization(
        'consents',
        `AIS:${await client.createConsent({ balances: [bank.resources(bank.demo, 'account')[0]!] })}`,
      );
      const browser = new Browser(bank.baseUrl, ownAddress());
      await browser.open(authorization.url);
      await browser.press('sign-in', { login: bank.demo.login, password: bank.demo.password });
      return { authorization, browser };
    };
    const approve = async (browser: Browser) => {
      const offered = [...browser.response.text.matchAll(/name="account" value="([^"]+)"/g)].map(([, account]) => account!);
      const { headers } = await browser.press('approve', { account: offered });
      return headers['location'] as string | undefined;
    };
    await change(`${removed}\n${kept}`);
    const [gone, stays] = [clientAt(removed), clientAt(kept)];
    const [open, answered, back, other] = [await atApproval(gone), await atApproval(gone), await atApproval(gone), await atApproval(stays)];
    const redirect = (await approve(answered.browser))!;
    back.browser.followsRedirects = false;
    const onTheWay = (await approve(back.browser))!;
    expect(redirect).toMatch(/^http:\/\/127\.0\.0\.1:3000\/back\?code=/);
    await change(kept);
    expect(await approve(open.browser)).toBeUndefined();
    expect([open.browser.response.status, open.browser.response.text]).toEqual([400, expect.not.stringContaining(removed)]);
    const lost = await back.browser.open(onTheWay);
    expect([lost.status, lost.headers['location']]).toEqual([400, undefined]);
    await expect(gone.redeem(answered.authorization, redirect)).rejects.toThrow('invalid_grant');
    expect(await stays.redeem(other.authorization, (await approve(other.browser))!)).toMatchObject({
      scope: expect.stringContaining('AIS:') as string,
    });
  });

  it('that its portal never heard of again is its developer’s to rotate', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const { clientId } = await registered(developer);
    // As after a portal that ended before it could show the secret: the rows are there, and nobody knows the secret.
    await rotateClient(bank.operator, clientId, { keep: 'PT0S' });
    await developer.browser.open(clientPagePath(clientId));
    const { clientSecret } = credentialsIn((await developer.browser.press('rotate-secret', { keep: 'PT0S' })).text);
    expect(await tokenStatus(clientId, clientSecret!)).toBe(200);
  });

  it('is not listed any more when the operator removes it, and customers read that nobody has verified it', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const { clientId } = await registered(developer);
    const { rows } = await bank
      .database('ais-pis')
      .query('select registration_hash is not null as self from client where client_id = $1', [clientId]);
    expect(rows).toEqual([{ self: true }]);
    await removeClient(bank.operator, clientId);
    expect((await developer.browser.open(developerPages.showDeveloper.path)).text).not.toContain(clientId);
  });

  it('asks for a sign-in first', async () => {
    const developer = new ADeveloper(bank);
    developer.browser.followsRedirects = false;
    for (const path of [developerPages.showNewClient.path, clientPagePath('11111111-1111-4111-8111-111111111111')])
      expect(await developer.browser.open(path)).toMatchObject({
        status: 303,
        headers: { location: `/developer?next=${encodeURIComponent(path)}` },
      });
  });
});
