import { documentBaseUrl, issuerHomes, issuers, type Issuer, type Operation } from '@open-banking/spec';

type Json = Record<string, unknown>;

/** The purpose of each scope; `<id>` stands for the id of the thing the customer approves. */
const scopes: Readonly<Record<Issuer, { client: Readonly<Record<string, string>>; customer: Readonly<Record<string, string>> }>> = {
  consents: {
    client: { AIS: 'Create, read and end consents.', 'loan-services': 'Simulate mortgages.' },
    customer: { 'AIS:<consentId>': 'Read what the customer approved in this consent.' },
  },
  payments: {
    client: { PIS: 'Create and read payments.' },
    customer: { 'PIS:<paymentId>': 'Read this payment, which the customer approved.' },
  },
  mandates: {
    client: { MANDATE: 'Create, read and end mandates.' },
    customer: { 'MANDATE:<resourceId>': 'Read and end this mandate, which the customer approved.' },
  },
  cancellation: { client: {}, customer: { 'MANDATE-CANCEL:<resourceId>': 'The customer approved the end of this mandate.' } },
};

/** The two parties that an issuer gives tokens to, each with a scheme of its own. */
type Holder = 'client' | 'customer';
const schemeName = (issuer: Issuer, holder: Holder): string => `${issuer}${holder === 'client' ? 'Client' : 'Customer'}`;

/**
 * One issuer's tokens for one holder as an OAuth 2.0 security scheme. Converters to collections use the first flow of a scheme for all its
 * operations, so a scheme has one flow.
 */
function securityScheme(issuer: Issuer, holder: Holder): Json {
  const home = `${documentBaseUrl}${issuerHomes[issuer].path}`;
  const tokenUrl = `${home}/token`;
  const metadata = `Metadata (RFC 8414): ${home}/.well-known/oauth-authorization-server`;
  if (holder === 'client')
    return {
      type: 'oauth2',
      description: `The client's own token. ${metadata}`,
      flows: { clientCredentials: { tokenUrl, scopes: scopes[issuer].client } },
    };
  return {
    type: 'oauth2',
    description: `A token that a customer approved: replace the id in the scope by that of what is approved. ${metadata}`,
    flows: {
      authorizationCode: { authorizationUrl: `${home}/authorize`, tokenUrl, refreshUrl: tokenUrl, scopes: scopes[issuer].customer },
    },
  };
}

/** The authentication of a developer's tests in the sandbox. */
const sandboxKey: Json = {
  type: 'http',
  scheme: 'bearer',
  description: 'A sandbox key, made at /developer/scenarios of the portal.',
};

/** The tokens that the operation takes, a client's or a customer's by its scope; none for metadata. */
export function securityOf({ token, kind }: Operation): Json[] {
  if (kind === 'sandbox') return [{ sandboxKey: [] }];
  if (!token) return [];
  return [
    ...(token.clientScope === undefined ? [] : [{ [schemeName(token.issuer, 'client')]: [token.clientScope] }]),
    ...(token.customerScope === undefined ? [] : [{ [schemeName(token.issuer, 'customer')]: [token.customerScope] }]),
  ];
}

/** The schemes that these operations refer to, in the order of the issuers. */
export function securitySchemesOf(rows: readonly Operation[]): Json {
  const used = new Set(rows.flatMap(securityOf).flatMap(Object.keys));
  const ofIssuers = issuers.flatMap((issuer) =>
    (['client', 'customer'] as const).map((holder) => [schemeName(issuer, holder), () => securityScheme(issuer, holder)] as const),
  );
  const all = [...ofIssuers, ['sandboxKey', () => sandboxKey] as const];
  return Object.fromEntries(all.filter(([name]) => used.has(name)).map(([name, scheme]) => [name, scheme()]));
}
