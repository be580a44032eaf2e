import { completeInteraction, exchange, ownAddress, runningBank, type TestClient } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { SelfRegistered } from '@open-banking/ais-pis-testing/a-registration';

const web = 'https://tpp.example/back';
const app = 'com.example.app:/back';

/** What an app on a phone, and a developer on the own machine, register (RFC 8252 §7). */
const lists = [
  [web],
  [app],
  ['com.example.app://back/here?from=bank'],
  ['com.example.app:back'],
  [web, app],
  ['http://127.0.0.1:3000/back', 'https://localhost:3000/back', app, 'org.example.another:/back', web],
];

describe('a redirect URI', () => {
  const bank = runningBank(services);

  const returningTo = (client: TestClient, redirectUri: string): TestClient => {
    Object.assign(client.client, { redirectUri });
    return client;
  };
  /** Where the customer is sent to who approves, by a request in the browser or a pushed one. */
  const approved = async (client: TestClient, isPushed: boolean) => {
    const started = client.authorization('consents', `AIS:${await client.createConsent('allPsd2')}`);
    const authorization = isPushed ? await client.pushAuthorization(started) : started;
    const { login, password } = bank.demo;
    const redirect = await completeInteraction(authorization.url, { login, password, from: ownAddress() });
    return { redirect, token: await client.redeem(authorization, redirect) };
  };
  const ask = async (client: TestClient) => {
    const { url } = client.authorization('consents', `AIS:${await client.createConsent('allPsd2')}`);
    return exchange(url, { from: client.from });
  };

  it.each(lists.map((uris) => ({ uris })))('of a registered list receives a code that is redeemed: %j', async ({ uris }) => {
    const { client } = await SelfRegistered.register(bank, { redirect_uris: uris });
    for (const [index, uri] of uris.entries()) {
      const { redirect, token } = await approved(returningTo(client, uri), index % 2 === 0);
      expect(redirect.slice(0, uri.length + 1)).toBe(`${uri}${uri.includes('?') ? '&' : '?'}`);
      expect(token).toMatchObject({ scope: expect.stringMatching(/^AIS:/) });
    }
  });

  it("with an app's own scheme is one of a client that the bank adds, too, which gets its errors there", async () => {
    const client = await bank.client({ redirectUri: app });
    expect((await approved(client, false)).token).toMatchObject({ scope: expect.stringMatching(/^AIS:/) });
    const { url } = client.authorization('consents', `AIS:${await client.createConsent('allPsd2')}`);
    const refused = await exchange(`${url}&prompt=none`, { from: client.from });
    expect(refused.status).toBe(303);
    expect(String(refused.headers['location'])).toMatch(/^com\.example\.app:\/back\?error=/);
  });

  it.each([
    'com.example.app:/other',
    'com.example.app:/back/',
    'com.example.apps:/back',
    'COM.EXAMPLE.APP:/back',
    'http://127.0.0.1:3001/back',
    'http://localhost:3000/back',
    'https://tpp.example:8443/back',
  ])('%s is not one that is registered beside a scheme of an app: it is compared character by character', async (other) => {
    const { client } = await SelfRegistered.register(bank, { redirect_uris: ['http://127.0.0.1:3000/back', app, web] });
    expect((await ask(returningTo(client, other))).status).toBe(400);
    expect((await ask(returningTo(client, 'http://127.0.0.1:3000/back'))).status).toBe(303);
    expect((await ask(returningTo(client, app))).status).toBe(303);
  });
});
