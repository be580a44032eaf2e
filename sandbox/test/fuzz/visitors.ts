import { randomUUID } from 'node:crypto';
import {
  customerPages,
  developerPages,
  issuerHomes,
  issuers,
  registrationEndpoints,
  scenarioPages,
  type Issuer,
  type Operation,
} from '@open-banking/spec';
import { Browser, exchange, formsOf, ownAddress, type OwnBank, type TestClient } from '@open-banking/testing';
import { createdBy } from '../sweep/everything.js';
import type { Behind } from './form-drafts.js';

/** Somebody with open pages: requests of the fuzz continue where they are. */
export interface Visitors {
  /** What an endpoint or page is asked with. */
  readonly behind: (row: Operation) => Behind;
  readonly authorization: (name: string) => readonly string[];
  /** A key of the sandbox's scenarios. */
  readonly sandboxKey: string;
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

const redirectUri = 'http://127.0.0.1/back';
const basic = ({ client: { clientId, clientSecret } }: TestClient): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
const csrfIn = (html: string): string =>
  formsOf(html)
    .flatMap(({ fields }) => fields)
    .find(({ name }) => name === 'csrf')?.value ?? 'x';
const password = 'correct horse battery';

interface Opened {
  readonly cookie: string;
  readonly csrf: string;
}

async function aCustomerSession(bank: OwnBank): Promise<Opened> {
  const browser = new Browser(bank.baseUrl, ownAddress());
  await browser.open(customerPages.showCustomer.path);
  const { login, password: secret } = bank.demo;
  const { text } = await browser.press('sign-in', { login, password: secret });
  return { cookie: browser.cookies.for('/customer'), csrf: csrfIn(text) };
}

async function anInteraction(bank: OwnBank, url: string): Promise<Opened & { uid: string }> {
  const browser = new Browser(bank.baseUrl, ownAddress());
  await browser.open(url);
  const { login, password: secret } = bank.demo;
  const { text } = await browser.press('sign-in', { login, password: secret });
  const { pathname } = browser.url;
  return { cookie: browser.cookies.for(pathname), csrf: csrfIn(text), uid: pathname.split('/').at(-1)! };
}

async function aDeveloper(bank: OwnBank): Promise<Opened & { clientId: string; sandboxKey: string }> {
  const browser = new Browser(bank.baseUrl, ownAddress());
  await browser.open(developerPages.showSignUp.path);
  const { text } = await browser.press('sign-up', { email: `dev-${randomUUID()}@example.com`, password });
  await browser.open(/href="(\/developer\/confirmation\?code=[^"]+)"/.exec(text)![1]!);
  await browser.press('confirm');
  await browser.open(developerPages.showNewClient.path);
  const made = await browser.press('register', { name: 'Fuzz', redirectUris: redirectUri, jwks: '' });
  await browser.open(scenarioPages.showScenarios.path);
  const { text: keyPage } = await browser.press('make-key', { name: 'CI' });
  return {
    cookie: browser.cookies.for('/developer'),
    csrf: csrfIn(keyPage),
    clientId: /<dt>client_id<\/dt><dd><code>([^<]+)</.exec(made.text)![1]!,
    sandboxKey: /<dt>Key<\/dt><dd><code>([^<]+)</.exec(keyPage)![1]!,
  };
}

async function aRegistration(bank: OwnBank): Promise<{ clientId: string; token: string }> {
  const { body } = await exchange(`${bank.baseUrl}${registrationEndpoints.registerClient.path}`, {
    method: 'POST',
    from: ownAddress(),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirectUri], client_name: 'Fuzz' }),
  });
  const { client_id: clientId, registration_access_token: token } = body as Record<string, string>;
  return { clientId: clientId!, token: token! };
}

const scopes: Readonly<Record<Issuer, (ids: Readonly<Record<string, string>>) => string>> = {
  consents: ({ consentId }) => `AIS:${consentId}`,
  payments: ({ paymentId }) => `PIS:${paymentId}`,
  mandates: ({ resourceId }) => `MANDATE:${resourceId}`,
  cancellation: ({ resourceId }) => `MANDATE-CANCEL:${resourceId}`,
};

/** Opens a page of each kind, and a client with a token, a registration and a key. */
export async function visitorsOf(bank: OwnBank): Promise<Visitors> {
  const client = await bank.client();
  const ids = await createdBy(client);
  const [customer, developer, registration] = [await aCustomerSession(bank), await aDeveloper(bank), await aRegistration(bank)];
  const interactions = new Map<Issuer, Opened & { uid: string }>();
  for (const issuer of issuers.filter((one) => one !== 'cancellation'))
    interactions.set(issuer, await anInteraction(bank, client.authorization(issuer, scopes[issuer](ids)).url));
  const token = (await client.clientToken('consents', 'AIS')).access_token;
  const authorizations: Readonly<Record<string, readonly string[]>> = {
    none: [],
    client: [basic(client)],
    registered: [`Bearer ${registration.token}`],
    'another secret': [`Basic ${Buffer.from(`${client.clientId}:x`).toString('base64')}`],
    'no base64': ['Basic %%%'],
    'no colon': [`Basic ${Buffer.from('x').toString('base64')}`],
    'odd credentials': [`Basic ${Buffer.from('%zz:%zz').toString('base64')}`],
    'a token': [`Bearer ${token}`],
    'two schemes': [basic(client), 'Bearer x'],
  };
  const names = Object.keys(authorizations);
  const known = Object.fromEntries(
    Object.entries({ ...ids, clientId: developer.clientId, uid: interactions.get('consents')!.uid }).map(([name, value]) => [
      name,
      [value],
    ]),
  );

  const behindIssuer = (issuer: Issuer, row: Operation): Behind => {
    const opened = interactions.get(issuer);
    const { searchParams } = new URL(client.authorization(issuer, scopes[issuer](ids)).url);
    const asked = Object.fromEntries(searchParams);
    const needed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      authorize: asked,
      pushAuthorization: asked,
      issueToken: { grant_type: 'client_credentials' },
      revokeToken: { token: 'x' },
      answerInteraction: { csrf: opened?.csrf ?? 'x' },
    };
    return {
      fields: { client_id: [client.clientId, 'x'], token: [token, 'x'], csrf: [opened?.csrf ?? 'x'] },
      params: { uid: [opened?.uid ?? 'x'] },
      headers: opened ? [['Cookie', opened.cookie]] : [],
      callers: row.path.endsWith('/token') || row.path.endsWith('/par') || row.path.endsWith('/revoke') ? ['client', ...names] : names,
      needed: needed[row.id.split('.')[1]!] ?? {},
    };
  };

  const behind = (row: Operation): Behind => {
    const issuer = issuers.find((one) => row.id.startsWith(`${one}.`));
    if (issuer) return behindIssuer(issuer, row);
    if (row.path.startsWith(registrationEndpoints.registerClient.path))
      return { fields: {}, params: { clientId: [registration.clientId] }, headers: [], callers: ['registered', ...names] };
    const opened = row.service === 'portal' ? developer : customer;
    return {
      fields: { csrf: [opened.csrf] },
      params: { ...known, guide: ['first-call'], operationId: ['createPayment'], code: ['FORMAT_ERROR'] },
      headers: [['Cookie', opened.cookie]],
      callers: names,
      needed: row.method === 'POST' ? { csrf: opened.csrf } : {},
    };
  };
  return { behind, authorization: (name) => authorizations[name] ?? [], sandboxKey: developer.sandboxKey, ids: known };
}

export const registeredAddresses = [redirectUri];
export const issuerPaths = Object.values(issuerHomes).map(({ path }) => path);
