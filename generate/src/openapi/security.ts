import { documentBaseUrl, issuerHomes, issuers, scopesNeeded, simulationClient, type Issuer, type Operation } from '@open-banking/spec';

type Json = Record<string, unknown>;

/** The purpose of each scope by the name of its scheme; `<id>` stands for the id of the thing the customer approves. */
const scopes: Readonly<Record<Issuer, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  consents: {
    consentsClient: { AIS: 'Create, read and end consents.' },
    loanServicesClient: { [simulationClient.clientScope]: 'Simulate mortgages.' },
    consentsCustomer: { 'AIS:<consentId>': 'Read what the customer approved in this consent.' },
  },
  payments: {
    paymentsClient: { PIS: 'Create and read payments.' },
    paymentsCustomer: { 'PIS:<paymentId>': 'Read this payment, which the customer approved.' },
  },
  mandates: {
    mandatesClient: { MANDATE: 'Create, read and end mandates.' },
    mandatesCustomer: { 'MANDATE:<resourceId>': 'Read and end this mandate, which the customer approved.' },
  },
  // No operation takes its tokens.
  cancellation: {},
};

/** The scheme of an issuer that has a scope. */
const schemeOf = (issuer: Issuer, scope: string): string => Object.entries(scopes[issuer]).find(([, named]) => scope in named)![0];

/**
 * The tokens of an issuer with one scope as an OAuth 2.0 security scheme. Converters to collections use the first flow of a scheme, with
 * all its scopes, for each of its operations: so a scheme has one flow and one scope.
 */
function securityScheme(issuer: Issuer, scheme: string): Json {
  const home = `${documentBaseUrl}${issuerHomes[issuer].path}`;
  const tokenUrl = `${home}/token`;
  const named = { tokenUrl, scopes: scopes[issuer][scheme] };
  const metadata = `Metadata (RFC 8414): ${home}/.well-known/oauth-authorization-server`;
  if (!scheme.endsWith('Customer'))
    return { type: 'oauth2', description: `The client's own token. ${metadata}`, flows: { clientCredentials: named } };
  return {
    type: 'oauth2',
    description: `A token that a customer approved: in the scope, replace the name in angle brackets by the id of what is approved. ${metadata}`,
    flows: { authorizationCode: { authorizationUrl: `${home}/authorize`, refreshUrl: tokenUrl, ...named } },
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
  return token ? scopesNeeded(token).map((scope) => ({ [schemeOf(token.issuer, scope)]: [scope] })) : [];
}

/** The schemes that these operations refer to, in the order of the issuers. */
export function securitySchemesOf(rows: readonly Operation[]): Json {
  const used = new Set(rows.flatMap(securityOf).flatMap(Object.keys));
  const ofIssuers = issuers.flatMap((issuer) =>
    Object.keys(scopes[issuer]).flatMap((scheme) => (used.has(scheme) ? [[scheme, securityScheme(issuer, scheme)] as const] : [])),
  );
  return Object.fromEntries([...ofIssuers, ...(used.has('sandboxKey') ? [['sandboxKey', sandboxKey] as const] : [])]);
}
