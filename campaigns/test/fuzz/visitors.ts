import { grantScopes, issuerHomes, issuers, registrationEndpoints, type Issuer, type Operation } from '@open-banking/spec';
import { completeInteraction, exchange, ownAddress, type RunningBank, type TestClient } from '@open-banking/testing';
import { createdBy } from '@open-banking/testing/sweep';
import { aDeveloper, redirectUri } from './a-developer.js';
import type { Behind } from './form-drafts.js';
import { authorizationAddress, openInteractions, type OpenInteraction } from './open-interactions.js';
import type { Fields } from './page-forms.js';
import { scenarioSubjects, type Subjects } from './scenario-subjects.js';
import { visitedPages } from './visited-pages.js';

/** Somebody with open pages: requests of the fuzz continue where they are. */
export interface Visitors {
  /** What an endpoint or page is asked with. */
  readonly behind: (row: Operation) => readonly Behind[];
  readonly authorization: (name: string) => readonly string[];
  /** A key of the sandbox's scenarios. */
  readonly sandboxKey: string;
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** What the scenarios of the key can be about. */
  readonly subjects: Subjects;
}

const basic = ({ client: { clientId, clientSecret } }: TestClient): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

interface Registration {
  readonly clientId: string;
  readonly token: string;
}

async function aRegistration(bank: RunningBank): Promise<Registration> {
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

/** So many are given back before each further request finds none. */
const howManyGrants = 8;

/** What a client may ask each issuer about: a token for its status and its grants, and grants where the customer has approved something. */
async function grantsOf(bank: RunningBank, client: TestClient): Promise<{ tokens: Ids; ids: Readonly<Record<string, readonly string[]>> }> {
  const tokens: Record<string, string> = {};
  for (const issuer of issuers) {
    const { access_token: token } = await client.clientToken(issuer, Object.values(grantScopes).join(' '));
    tokens[`grants of ${issuer}`] = `Bearer ${token}`;
  }
  const ids: Record<string, string[]> = {};
  for (let count = 0; count < howManyGrants; count += 1)
    for (const issuer of issuers) {
      const authorization = await client.startAuthorization(issuer, await authorizationAddress(bank, client, issuer));
      const { login, password: secret } = bank.demo;
      const redirect = await completeInteraction(authorization.url, { login, password: secret, from: client.from });
      const { grant_id: grantId } = (await client.redeem(authorization, redirect)) as unknown as { grant_id: string };
      (ids[issuer] ??= []).push(grantId);
    }
  return { tokens, ids };
}

const howManyInteractions = 4;

/** What an endpoint or page of an issuer is asked with: those of an interaction, in each of its open ones. */
function behindIssuer(client: TestClient, token: string, opened: Opened, callers: readonly string[]) {
  return (issuer: Issuer, row: Operation): readonly Behind[] => {
    const [first] = opened.interactions.get(issuer)!;
    const asked = Object.fromEntries(new URL(client.authorization(issuer, first!.scope).url).searchParams);
    const needed: Readonly<Record<string, Fields>> = {
      authorize: asked,
      pushAuthorization: asked,
      // The issuer of cancellations gives a client no other scope.
      issueToken: { grant_type: 'client_credentials', ...(issuer === 'cancellation' && { scope: grantScopes.readGrant }) },
      revokeToken: { token: 'x' },
    };
    const [, name] = row.id.split('.');
    const fields = { client_id: [client.clientId, 'x'], token: [token, 'x'] };
    const grantId = [...(opened.grants[issuer] ?? []), 'x'];
    return opened.interactions.get(issuer)!.map((open) => ({
      fields: { ...fields, ...open.fields },
      params: { ...open.params, grantId },
      headers: open.headers,
      callers: [callerAt(issuer, row), ...callers],
      needed: name === 'answerInteraction' ? open.needed! : [needed[name!] ?? {}],
    }));
  };
}

interface Opened {
  readonly interactions: ReadonlyMap<Issuer, readonly OpenInteraction[]>;
  readonly grants: Readonly<Record<string, readonly string[]>>;
}

/** Opens a page of each kind, and a client with a token, a registration and a key. */
export async function visitorsOf(bank: RunningBank): Promise<Visitors> {
  const client = await bank.client();
  const ids = await createdBy(client);
  const developer = await aDeveloper(bank);
  // One for each operation: its token is replaced at a change, and worth nothing once it is deleted.
  const registrations = new Map<string, Registration>();
  for (const { id } of Object.values(registrationEndpoints)) registrations.set(id, await aRegistration(bank));
  const interactions = new Map<Issuer, readonly OpenInteraction[]>();
  for (const issuer of issuers) interactions.set(issuer, await openInteractions(bank, client, issuer, howManyInteractions));
  const token = (await client.clientToken('consents', 'AIS')).access_token;
  const grants = await grantsOf(bank, client);
  const authorizations: Readonly<Record<string, readonly string[]>> = {
    none: [],
    client: [basic(client)],
    ...Object.fromEntries([...registrations].map(([id, { token: own }]) => [`registered for ${id}`, [`Bearer ${own}`]])),
    'another secret': [`Basic ${Buffer.from(`${client.clientId}:x`).toString('base64')}`],
    'no base64': ['Basic %%%'],
    'no colon': [`Basic ${Buffer.from('x').toString('base64')}`],
    'odd credentials': [`Basic ${Buffer.from('%zz:%zz').toString('base64')}`],
    'a token': [`Bearer ${token}`],
    'two schemes': [basic(client), 'Bearer x'],
    ...Object.fromEntries(Object.entries(grants.tokens).map(([name, value]) => [name, [value]])),
  };
  const names = Object.keys(authorizations);
  const single = { ...ids, clientId: developer.client.clientId, uid: interactions.get('consents')![0]!.uid };
  const known = Object.fromEntries(Object.entries(single).map(([name, value]) => [name, [value]]));

  const subjects = await scenarioSubjects(bank, developer.client, developer.sandboxKey);
  const atIssuer = behindIssuer(client, token, { interactions, grants: grants.ids }, names);
  const onPage = await visitedPages(bank, { developer, known, callers: names });

  const behind = (row: Operation): readonly Behind[] => {
    const issuer = issuers.find((one) => row.id.startsWith(`${one}.`));
    if (issuer) return atIssuer(issuer, row);
    const registration = registrations.get(row.id);
    if (registration)
      return [{ fields: {}, params: { clientId: [registration.clientId] }, headers: [], callers: [`registered for ${row.id}`, ...names] }];
    return onPage(row);
  };
  return { behind, authorization: (name) => authorizations[name] ?? [], sandboxKey: developer.sandboxKey, ids: known, subjects };
}

export const registeredAddresses = [redirectUri];
export const issuerPaths = Object.values(issuerHomes).map(({ path }) => path);
