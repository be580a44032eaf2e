import { generateKeyPairSync, randomUUID, X509Certificate } from 'node:crypto';
import { directoryInternal } from '@open-banking/spec';
import type { OperatorFile, OwnClient } from '../bank/operator-file.js';
import { SandboxCa } from '../ca/index.js';
import { succeeded } from './exchange.js';
import { internalCall } from './internal-call.js';

export interface NewClient {
  readonly name: string;
  readonly roles: readonly string[];
  readonly redirectUri: string;
  readonly furtherRedirectUris?: readonly string[];
  readonly organization?: string;
  /** Default: a secret, or a key where the bank takes no secrets. */
  readonly auth?: 'client_secret_basic' | 'private_key_jwt' | 'tls_client_auth' | undefined;
  /** Public keys of its own, or where it publishes them; default: a key pair made here. */
  readonly keys?: { readonly jwks: unknown } | { readonly jwksUri: string } | undefined;
  /** What its tokens are bound to; default: what it shows itself by, where the bank binds tokens. */
  readonly tokenBinding?: 'dpop' | 'tls' | undefined;
}

/** What a client shows itself by: told the directory, kept by the client. */
export interface Means {
  readonly told: Readonly<Record<string, unknown>>;
  readonly own: Pick<OwnClient, 'privateKey' | 'tls' | 'tokenBinding'>;
}

export type Bank = Pick<OperatorFile, 'internal' | 'operatorKey' | 'profile' | 'caFolder'>;

/** Adds a client over the internal port, as the operator; key pair or certificate of one that has no secret are made here. */
export async function addClient(
  bank: Bank,
  {
    name,
    roles,
    redirectUri,
    furtherRedirectUris = [],
    organization,
    tokenBinding,
    keys,
    auth = keys || bank.profile === 'fapi2' ? 'private_key_jwt' : 'client_secret_basic',
  }: NewClient,
): Promise<OwnClient> {
  const { told, own } = await meansOf(bank, auth, tokenBinding, keys);
  const body = {
    name,
    roles,
    redirectUris: [redirectUri, ...furtherRedirectUris],
    authMethod: auth,
    ...(organization !== undefined && { organization }),
    ...told,
  };
  const made = succeeded<{ client_id: string; client_secret?: string }>(
    'client add',
    await internalCall(bank, 'ais-pis', directoryInternal.createClient, body),
  );
  return {
    name,
    clientId: made.client_id,
    roles,
    redirectUri,
    ...(organization !== undefined && { organization }),
    ...(made.client_secret !== undefined && { clientSecret: made.client_secret }),
    ...own,
  };
}

/** Made anew: nothing where the bank gives a secret. */
export async function meansOf(
  bank: Bank,
  auth: NonNullable<NewClient['auth']>,
  tokenBinding?: NewClient['tokenBinding'],
  keys?: NewClient['keys'],
): Promise<Means> {
  const shown: Means = keys
    ? { told: keys, own: {} }
    : auth === 'private_key_jwt'
      ? keyPair()
      : auth === 'tls_client_auth'
        ? await certificate(bank)
        : { told: {}, own: {} };
  if (tokenBinding === undefined) return shown;
  // Whose tokens alone are bound to a certificate needs one too; its name is nobody's concern.
  const tls = shown.own.tls ?? (tokenBinding === 'tls' ? (await certificate(bank)).own.tls : undefined);
  return { told: { ...shown.told, tokenBinding }, own: { ...shown.own, tokenBinding, ...(tls && { tls }) } };
}

function keyPair(): Means {
  // P-256: every library can sign with it.
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = randomUUID();
  return {
    told: { jwks: { keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }] } },
    own: { privateKey: { ...pair.privateKey.export({ format: 'jwk' }), kid, alg: 'ES256' } },
  };
}

/** Signed by the sandbox's authority. Its name is no other client's. */
async function certificate({ caFolder }: Pick<OperatorFile, 'caFolder'>): Promise<Means> {
  if (caFolder === undefined) throw new Error('This bank has no certificate authority of its own: start it anew (npm start).');
  const ca = await SandboxCa.open(caFolder);
  const issued = await ca.clientCertificate(`CN=${randomUUID()},O=Third Party,C=IL`);
  const { subject } = new X509Certificate(issued.certificate);
  return { told: { tlsSubject: subject.split('\n').reverse().join(',') }, own: { tls: { ...issued, ca: ca.certificate } } };
}
