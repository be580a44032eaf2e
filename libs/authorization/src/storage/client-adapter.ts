import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Client, Clients } from '../clients.js';

/** Clients as oidc-provider reads them: from the directory, each time. It keeps none of its own. */
export class ClientAdapter implements Adapter {
  constructor(private readonly clients: Clients) {}

  async find(clientId: string): Promise<AdapterPayload | undefined> {
    const client = await this.clients.find(clientId);
    return client && asMetadata(client);
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
const asMetadata = ({ clientId, name, secretHash, authMethod, jwks, roles, redirectUris }: Client): AdapterPayload => ({
  client_id: clientId,
  client_name: name,
  ...(secretHash !== undefined && { client_secret: secretHash }),
  token_endpoint_auth_method: authMethod,
  ...(jwks && { jwks }),
  redirect_uris: [...redirectUris],
  response_types: redirectUris.length > 0 ? ['code'] : [],
  response_modes: ['query'],
  grant_types: ['client_credentials', ...(redirectUris.length > 0 ? ['authorization_code', 'refresh_token'] : [])],
  roles: [...roles],
});
