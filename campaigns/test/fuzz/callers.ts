import fc from 'fast-check';
import { parametersOf, type Operation } from '@open-banking/spec';
import { inDays, type ConsentedCaller, type OwnBank, type TestClient } from '@open-banking/testing';
import { createdBy, idsOf, nobodys } from '@open-banking/testing/sweep';
import { freshId } from './draft.js';
import type { Known } from './operation-drafts.js';

/** Values that come with a header `Authorization` instead of a token. */
const garbage: Readonly<Record<string, readonly string[]>> = {
  none: [],
  'an empty token': ['Bearer '],
  'no scheme': ['x'],
  'another scheme': ['Basic eDp5'],
  'a token of nobody': [`Bearer ${'x'.repeat(43)}`],
  'a JWT of nobody': ['Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'],
  'a long token': [`Bearer ${'y'.repeat(5_000)}`],
  'odd bytes': ['Bearer \xff\xfe%00'],
  DPoP: ['DPoP x'],
};

/** Those who call the bank: their tokens, and what each operation may be asked about. */
export interface Callers {
  readonly known: Known;
  authorization(name: string): readonly string[];
}

const howManyToDelete = 15;
const products = ['instant-sepa-credit-transfers', 'target-2-payments', 'cross-border-credit-transfers', 'masav', 'zahav', 'fp'];

/** A client with everything it may have, and what it may not use. */
export async function callersOf(bank: OwnBank): Promise<Callers> {
  const client = await bank.client();
  const tokens = new Map<string, string>();
  const keep = (name: string, { token }: { readonly token: string | undefined }): void => void tokens.set(name, token!);

  // Of other clients: a further recurring consent of the same one would replace it.
  const another = await bank.client();
  const expired = await (await bank.client()).consentedBy(bank.demo, 'allPsd2', { validUntil: inDays(1) });
  await bank.advance('P3D');
  const permitted = await client.consentedBy(bank.demo);
  const lists = await (await bank.client()).consentedBy(bank.demo, { availableAccounts: 'allAccounts' });
  const ended = await another.consentedBy(bank.demo);
  keep('permitted', permitted);
  keep('lists', lists);
  keep('expired', expired);
  keep('ended', ended);
  for (const scope of ['AIS', 'loan-services'] as const) keep(scope, await client.withClientToken('consents', scope));
  keep('PIS', await client.withClientToken('payments', 'PIS'));
  keep('MANDATE', await client.withClientToken('mandates', 'MANDATE'));
  const consents = await another.withClientToken('consents', 'AIS');
  expect(await consents.delete(`/v1.7/consents/${ended.consentId}`)).toAnswer(204);

  const made = await manyOf(client);
  keep('payer', await client.approvedBy(bank.demo, 'payments', `PIS:${made[0]!['paymentId']!}`));
  keep('mandator', await client.approvedBy(bank.demo, 'mandates', `MANDATE:${made[0]!['resourceId']!}`));
  const anothers = await createdBy(another);
  keep('another client', consents);
  return { known: knownOf(bank, { permitted, made, anothers, tokens }), authorization: (name) => authorizationOf(name, tokens) };
}

const authorizationOf = (name: string, tokens: ReadonlyMap<string, string>): readonly string[] => {
  const token = tokens.get(name);
  return token === undefined ? garbage[name]! : [`Bearer ${token}`];
};

type Ids = Readonly<Record<string, string>>;
const manyOf = async (client: TestClient): Promise<Ids[]> => {
  const made: Ids[] = [];
  for (let count = 0; count < howManyToDelete; count += 1) made.push(await createdBy(client));
  return made;
};

/** Values of headers that the documents cannot tell, with a consent that the caller has. */
export const headersOf = (consentId: string): Known['headers'] => ({
  'X-Request-ID': fc.constant(freshId),
  'Consent-ID': fc.constant(consentId),
  'PSU-IP-Address': fc.constantFrom('192.0.2.10', '2001:db8::1'),
  'PSU-IP-Port': fc.constantFrom('443', '65535'),
  'PSU-Http-Method': fc.constantFrom('GET', 'POST'),
  'PSU-Device-ID': fc.uuid(),
  'PSU-Geo-Location': fc.constant('GEO:52.506931;13.144558'),
  'TPP-Redirect-URI': fc.constant('https://tpp.example/back'),
  'TPP-Nok-Redirect-URI': fc.constant('https://tpp.example/back'),
  'TPP-Notification-URI': fc.constantFrom('http://127.0.0.1/back', 'https://tpp.example/note'),
  'TPP-Notification-Content-Preferred': fc.constantFrom('status=PROCESS', 'status=LAST', 'status=SCA, ENTRIES'),
  'TPP-Redirect-Preferred': fc.constantFrom('true', 'false'),
  'TPP-Decoupled-Preferred': fc.constantFrom('true', 'false'),
  'TPP-Explicit-Authorisation-Preferred': fc.constantFrom('true', 'false'),
  'Client-VOP-Requested': fc.constantFrom('true', 'false'),
});

interface Facts {
  readonly permitted: ConsentedCaller;
  readonly made: readonly Ids[];
  readonly anothers: Ids;
  readonly tokens: ReadonlyMap<string, string>;
}

function knownOf(bank: OwnBank, { permitted, made, anothers, tokens }: Facts): Known {
  const resources = idsOf(bank.demo.accounts);
  const theirs = idsOf(bank.customers.slice(1).flatMap(({ accounts }) => accounts));
  const each = (name: string): string[] => [
    // Mostly ones that there are: a path leads past the first check.
    ...made.map((one) => one[name]).filter((id) => id !== undefined),
    ...Array.from({ length: 8 }, () => resources[name]).filter((id) => id !== undefined),
    ...[anothers[name], theirs[name], nobodys[name]].filter((id) => id !== undefined),
  ];
  return {
    ids: ({ path, method }) =>
      Object.fromEntries(
        parametersOf(path).map((name) => [
          name,
          name === 'payment-product' && method === 'POST' ? [...each(name), ...products] : each(name),
        ]),
      ),
    headers: headersOf(permitted.consentId),
    callersOf: ({ token }: Operation) => {
      if (!token) return ['none'];
      if (token.kind === 'customer') return ['permitted'];
      return [token.clientScope!];
    },
    callers: [...tokens.keys(), ...Object.keys(garbage)],
  };
}
