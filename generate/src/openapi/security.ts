import { issuerHomes, scopesNeeded, type Issuer, type Operation } from '@open-banking/spec';

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

/** One issuer as an OAuth 2.0 security scheme. */
export function securityScheme(issuer: Issuer): Json {
  const { path } = issuerHomes[issuer];
  const { client, customer } = scopes[issuer];
  return {
    type: 'oauth2',
    description: `Metadata (RFC 8414): ${path}/.well-known/oauth-authorization-server`,
    flows: {
      ...(Object.keys(client).length > 0 && { clientCredentials: { tokenUrl: `${path}/token`, scopes: client } }),
      authorizationCode: { authorizationUrl: `${path}/authorize`, tokenUrl: `${path}/token`, scopes: customer },
    },
  };
}

/** The authentication of a developer's tests in the sandbox. */
export const sandboxKey: Json = {
  type: 'http',
  scheme: 'bearer',
  description: 'A sandbox key, made at /developer/scenarios of the portal.',
};

/** The tokens that the operation takes, a client's or a customer's by its scope; none for metadata. */
export function securityOf({ token, kind }: Operation): Json[] {
  if (kind === 'sandbox') return [{ sandboxKey: [] }];
  return token ? scopesNeeded(token).map((scope) => ({ [token.issuer]: [scope] })) : [];
}
