import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { directoryInternal } from '@open-banking/spec';
import { importJWK, SignJWT, type JWK } from 'jose';
import type { OperatorFile, OwnClient } from '../bank/operator-file.js';
import { exchange, succeeded } from './exchange.js';

export interface NewClient {
  readonly name: string;
  readonly roles: readonly string[];
  readonly redirectUri: string;
  readonly organization?: string;
  readonly auth?: 'client_secret_basic' | 'private_key_jwt';
}

/** Adds a client over the internal port, as the operator; a client that signs gets a key pair made here. */
export async function addClient({ internal, operatorKey }: Pick<OperatorFile, 'internal' | 'operatorKey'>, { name, roles, redirectUri, organization, auth = 'client_secret_basic' }: NewClient): Promise<OwnClient> {
  const home = internal?.['ais-pis'];
  if (!home) throw new Error('The bank does not run (npm start): its operator file has no addresses.');
  const pair = auth === 'private_key_jwt' ? generateKeyPairSync('ed25519') : undefined;
  const kid = randomUUID();
  const body = JSON.stringify({
    name, roles, redirectUris: [redirectUri], authMethod: auth, ...(organization !== undefined && { organization }),
    ...(pair && { jwks: { keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' }] } }),
  });
  const { id, path, method } = directoryInternal.createClient;
  const signed = await new SignJWT({ operation: id }).setProtectedHeader({ alg: 'EdDSA' }).setIssuer('operator').setAudience('ais-pis')
    .setIssuedAt().setExpirationTime('60s').sign(await importJWK(operatorKey as JWK, 'EdDSA'));
  const made = succeeded<{ client_id: string; client_secret?: string }>('client add', await exchange(home + path, { method, body, headers: { authorization: `Bearer ${signed}`, 'content-type': 'application/json' } }));
  return {
    name, clientId: made.client_id, roles, redirectUri,
    ...(organization !== undefined && { organization }),
    ...(made.client_secret !== undefined && { clientSecret: made.client_secret }),
    ...(pair && { privateKey: { ...pair.privateKey.export({ format: 'jwk' }), kid } }),
  };
}
