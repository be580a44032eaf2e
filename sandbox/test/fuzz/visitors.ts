import { randomUUID } from 'node:crypto';
import {
  customerPages,
  developerPages,
  grantScopes,
  issuerHomes,
  issuers,
  pageRowsOf,
  registrationEndpoints,
  scenarioPages,
  services,
  type Issuer,
  type Operation,
} from '@open-banking/spec';
import { Browser, completeInteraction, exchange, formsOf, ownAddress, type OwnBank, TestClient } from '@open-banking/testing';
import { createdBy } from '../sweep/everything.js';
import type { Behind } from './form-drafts.js';
import { formsAt } from './page-forms.js';
import { writtenFields } from './written-fields.js';
import { scenarioSubjects, type Subjects } from './scenario-subjects.js';

/** Somebody with open pages: requests of the fuzz continue where they are. */
export interface Visitors {
  /** What an endpoint or page is asked with. */
  readonly behind: (row: Operation) => Behind;
  readonly authorization: (name: string) => readonly string[];
  /** A key of the sandbox's scenarios. */
  readonly sandboxKey: string;
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** What the scenarios of the key can be about. */
  readonly subjects: Subjects;
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

/** The client whose credentials a page shows. */
function registeredOn(bank: OwnBank, page: string): TestClient {
  const [clientId, clientSecret] = ['client_id', 'client_secret'].map(
    (name) => new RegExp(`<dt>${name}</dt><dd><code>([^<]+)<`).exec(page)![1]!,
  );
  return new TestClient(bank.baseUrl, { clientId, clientSecret, redirectUri, authMethod: 'client_secret_basic' } as never, ownAddress());
}

interface Developer extends Opened {
  readonly client: TestClient;
  readonly sandboxKey: string;
}

async function aDeveloper(bank: OwnBank): Promise<Developer> {
  const browser = new Browser(bank.baseUrl, ownAddress());
  await browser.open(developerPages.showSignUp.path);
  const { text } = await browser.press('sign-up', { email: `dev-${randomUUID()}@example.com`, password });
  await browser.open(/href="(\/developer\/confirmation\?code=[^"]+)"/.exec(text)![1]!);
  await browser.press('confirm');
  await browser.open(developerPages.showNewClient.path);
  const made = await browser.press('register', { name: 'Fuzz', role: ['PSP_AI', 'PSP_PI'], redirectUris: redirectUri, jwks: '' });
  await browser.open(scenarioPages.showScenarios.path);
  const { text: keyPage } = await browser.press('make-key', { name: 'CI' });
  return {
    cookie: browser.cookies.for('/developer'),
    csrf: csrfIn(keyPage),
    client: registeredOn(bank, made.text),
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

type Ids = Readonly<Record<string, string>>;

/** Who asks most of the time, and is answered. */
function callerAt(issuer: Issuer, { path }: Operation): string {
  if (/\/(token|par|revoke)$/.test(path)) return 'client';
  return /\/(token-status|grants\/\{grantId\})$/.test(path) ? `grants of ${issuer}` : 'none';
}

const scopes: Readonly<Record<Issuer, (ids: Ids) => string>> = {
  consents: ({ consentId }) => `AIS:${consentId}`,
  payments: ({ paymentId }) => `PIS:${paymentId}`,
  mandates: ({ resourceId }) => `MANDATE:${resourceId}`,
  cancellation: ({ resourceId }) => `MANDATE-CANCEL:${resourceId}`,
};

/** Where a customer approves what a client has created: a mandate must be approved before it can be cancelled. */
const approving = issuers.filter((one) => one !== 'cancellation');

/** So many are given back before each further request finds none. */
const howManyGrants = 8;

/** What a client may ask each issuer about: a token for its status and its grants, and grants where the customer has approved something. */
async function grantsOf(bank: OwnBank, client: TestClient): Promise<{ tokens: Ids; ids: Readonly<Record<string, readonly string[]>> }> {
  const tokens: Record<string, string> = {};
  for (const issuer of issuers) {
    const { access_token: token } = await client.clientToken(issuer, Object.values(grantScopes).join(' '));
    tokens[`grants of ${issuer}`] = `Bearer ${token}`;
  }
  const ids: Record<string, string[]> = {};
  for (let count = 0; count < howManyGrants; count += 1) {
    const made = await createdBy(client);
    for (const issuer of approving) {
      const authorization = await client.startAuthorization(issuer, scopes[issuer](made));
      const { login, password: secret } = bank.demo;
      const redirect = await completeInteraction(authorization.url, { login, password: secret, from: client.from });
      const { grant_id: grantId } = (await client.redeem(authorization, redirect)) as unknown as { grant_id: string };
      (ids[issuer] ??= []).push(grantId);
    }
  }
  return { tokens, ids };
}

interface Opens {
  readonly customer: Opened;
  readonly developer: Developer;
  readonly known: Readonly<Record<string, readonly string[]>>;
  readonly names: readonly string[];
}

/** Where somebody signs out, or takes away what the other pages show. */
const leaving = new Set(['answerCustomer', 'answerDeveloper', 'answerClient']);

/** Pages are asked in open sessions, and are sent the forms that they show; one that ends a session has its own. */
async function pagesOf(bank: OwnBank, { customer, developer, known, names }: Opens): Promise<(row: Operation) => Behind> {
  const shown = { ...known, guide: ['curl'], operationId: ['createPayment'], code: ['FORMAT_ERROR'] };
  const approved = { ...shown, ...(await approvedThings(bank)) };
  const prepared = new Map<string, Behind>();
  const inSession = async (row: Operation, { cookie, csrf }: Opened, params: Behind['params']): Promise<Behind> => {
    const isSent = row.method === 'POST';
    const forms = isSent ? await formsAt(bank.baseUrl, row, cookie, params) : [];
    const shownForms = forms.length > 0 ? forms : [isSent ? { csrf } : {}];
    const needed = shownForms.map((fields) => ({ ...fields, ...writtenFields[row.id] }));
    return { fields: { csrf: [csrf] }, params, headers: [['Cookie', cookie]], callers: names, needed };
  };
  const behind = async (row: Operation): Promise<Behind> => {
    const isLeaving = leaving.has(row.id);
    if (row.service !== 'portal') return inSession(row, isLeaving ? await aCustomerSession(bank) : customer, approved);
    const own = isLeaving ? await aDeveloper(bank) : developer;
    return inSession(row, own, { ...shown, clientId: [own.client.clientId] });
  };
  for (const row of services.flatMap(pageRowsOf)) prepared.set(row.id, await behind(row));
  return (row) => prepared.get(row.id) ?? { fields: {}, params: shown, headers: [], callers: names };
}

/** What the demo customer's pages show: a consent, a payment and a mandate that were approved. */
async function approvedThings(bank: OwnBank): Promise<Readonly<Record<string, readonly string[]>>> {
  const client = await bank.client();
  const made = await createdBy(client);
  for (const issuer of approving) await client.approvedBy(bank.demo, issuer, scopes[issuer](made));
  return Object.fromEntries(['consentId', 'paymentId', 'resourceId'].map((name) => [name, [made[name]!]]));
}

/** Opens a page of each kind, and a client with a token, a registration and a key. */
export async function visitorsOf(bank: OwnBank): Promise<Visitors> {
  const client = await bank.client();
  const ids = await createdBy(client);
  const [customer, developer, registration] = [await aCustomerSession(bank), await aDeveloper(bank), await aRegistration(bank)];
  const interactions = new Map<Issuer, Opened & { uid: string }>();
  for (const issuer of approving)
    interactions.set(issuer, await anInteraction(bank, client.authorization(issuer, scopes[issuer](ids)).url));
  const token = (await client.clientToken('consents', 'AIS')).access_token;
  const grants = await grantsOf(bank, client);
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
    ...Object.fromEntries(Object.entries(grants.tokens).map(([name, value]) => [name, [value]])),
  };
  const names = Object.keys(authorizations);
  const known = Object.fromEntries(
    Object.entries({ ...ids, clientId: developer.client.clientId, uid: interactions.get('consents')!.uid }).map(([name, value]) => [
      name,
      [value],
    ]),
  );

  const subjects = await scenarioSubjects(bank, developer.client, developer.sandboxKey);

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
      params: { uid: [opened?.uid ?? 'x'], grantId: [...(grants.ids[issuer] ?? []), 'x'] },
      headers: opened ? [['Cookie', opened.cookie]] : [],
      callers: [callerAt(issuer, row), ...names],
      needed: [needed[row.id.split('.')[1]!] ?? {}],
    };
  };

  const behindPage = await pagesOf(bank, { customer, developer, known, names });

  const behind = (row: Operation): Behind => {
    const issuer = issuers.find((one) => row.id.startsWith(`${one}.`));
    if (issuer) return behindIssuer(issuer, row);
    if (row.path.startsWith(registrationEndpoints.registerClient.path))
      return { fields: {}, params: { clientId: [registration.clientId] }, headers: [], callers: ['registered', ...names] };
    return behindPage(row);
  };
  return { behind, authorization: (name) => authorizations[name] ?? [], sandboxKey: developer.sandboxKey, ids: known, subjects };
}

export const registeredAddresses = [redirectUri];
export const issuerPaths = Object.values(issuerHomes).map(({ path }) => path);
