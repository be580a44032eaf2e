import type { Adapter, AdapterPayload } from 'oidc-provider';
import { authMethodsOf, bindingOf, grantsOf, responseModesOf, type Client, type Clients } from '../clients.js';
import type { BankFacts } from '../issuer-facts.js';
import { redirectFault, type RedirectRules } from '../redirect-uri.js';

/** The rules of a bank for its clients. */
export type ClientRules = RedirectRules & Omit<BankFacts, 'signedRequests'>;

/** Clients as oidc-provider reads them: from the directory, each time. It keeps none of its own. */
export class ClientAdapter implements Adapter {
  constructor(
    private readonly clients: Clients,
    private readonly rules: ClientRules,
    /** The types of `authorization_details`; a client's role decides whether it may use them. */
    private readonly detailTypes: readonly string[] = [],
  ) {}

  /** A client that shows itself in a way the profile does not know is not known: the bank may have changed its profile since. */
  async find(clientId: string): Promise<AdapterPayload | undefined> {
    const client = await this.clients.find(clientId);
    return client && authMethodsOf(this.rules).includes(client.authMethod)
      ? { ...asMetadata(client, this.rules), authorization_details_types: [...this.detailTypes] }
      : undefined;
  }

  upsert = never;
  consume = never;
  destroy = never;
  revokeByGrantId = never;
  findByUid = never;
  findByUserCode = never;
}

const never = (): Promise<never> => Promise.reject(new Error('clients are kept by the directory'));

/** RFC 7591 §2. A client without a redirect URI has nothing but its own tokens. */
function asMetadata(client: Client, rules: ClientRules): AdapterPayload {
  const allowed = client.redirectUris.filter((uri) => redirectFault(uri, rules) === undefined);
  const grants = grantsOf(client, allowed);
  return {
    client_id: client.clientId,
    client_name: client.name,
    ...credentialOf(client),
    ...boundBy(client, rules),
    redirect_uris: allowed,
    response_types: grants.includes('authorization_code') ? ['code'] : [],
    response_modes: responseModesOf(rules.profile),
    grant_types: grants,
    roles: [...client.roles],
    ...(client.suspended && { suspended: true }),
    ...(client.registerStanding && { register_standing: client.registerStanding }),
    ...(client.registeredItself && { registered_itself: true }),
    // The number of a client that registered itself was not checked.
    ...(client.organization !== undefined && !client.registeredItself && { organization: client.organization }),
    ...(client.logo !== undefined && { logo: client.logo }),
    ...(client.scopes && { registered_scopes: [...client.scopes] }),
  };
}

/** Its credential; `previous` is our own (`issuer/provider.ts` reads it). */
const credentialOf = ({ authMethod, secretHash, jwks, jwksUri, tlsSubject, previous }: Client): AdapterPayload => ({
  token_endpoint_auth_method: authMethod,
  ...(secretHash !== undefined && { client_secret: secretHash }),
  // A key is chosen by its id, and tried by its signature: two generations are one set.
  ...(jwks && { jwks: { keys: [...jwks.keys, ...(previous?.jwks?.keys ?? [])] } }),
  ...(jwksUri !== undefined && { jwks_uri: jwksUri }),
  ...(tlsSubject !== undefined && { tls_client_auth_subject_dn: tlsSubject }),
  ...(previous && { previous: { secretHash: previous.secretHash, tlsSubject: previous.tlsSubject } }),
});

function boundBy(client: Client, { profile }: ClientRules): AdapterPayload {
  const binding = bindingOf(client, profile);
  return binding === undefined
    ? {}
    : { [binding === 'tls' ? 'tls_client_certificate_bound_access_tokens' : 'dpop_bound_access_tokens']: true };
}
