import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { AuthMethod } from '@open-banking/contracts';
import { directoryInternal } from '@open-banking/spec';
import { isFapi2 } from '@open-banking/config/security-profile';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import type { ClientTls, OwnClient } from '@open-banking/installation/own-client';
import { expectSuccess } from './exchange.js';
import { internalCall } from './internal-call.js';

export interface NewClient {
  readonly name: string;
  readonly roles: readonly string[];
  readonly redirectUri: string;
  readonly furtherRedirectUris?: readonly string[];
  readonly organization?: string;
  /** Default: a secret, or a key if the bank does not accept secrets. */
  readonly auth?: AuthMethod | undefined;
  /** The client's own public keys, or the URL where it publishes them. Default: a key pair generated here. */
  readonly keys?: { readonly jwks: unknown } | { readonly jwksUri: string } | undefined;
  /** The subject (RFC 4514) of a certificate that the client has already. Default: a certificate of the sandbox's authority. */
  readonly tlsSubject?: string | undefined;
  /** The binding of the client's tokens. Default: its authentication credential, if the bank binds tokens. */
  readonly tokenBinding?: 'dpop' | 'tls' | undefined;
}

/** A credential that the client has already: nothing is generated. */
type OwnCredential = NonNullable<NewClient['keys']> | { readonly tlsSubject: string };

/** A client credential: `registration` is sent to the directory, `own` is kept by the client. */
export interface ClientCredential {
  readonly registration: Readonly<Record<string, unknown>>;
  readonly own: Pick<OwnClient, 'privateKey' | 'tls' | 'tokenBinding'>;
}

/** Issues a TLS certificate with a unique subject (RFC 4514), from the authority in the folder. Only a sandbox has an authority. */
export type ClientCertificates = (caFolder: string) => Promise<{ readonly tlsSubject: string; readonly tls: ClientTls }>;

export type Bank = Pick<OperatorFile, 'internal' | 'operatorKey' | 'profile' | 'caFolder'>;

/**
 * Adds a client over the internal port as the operator. If it has no secret, its key pair is generated here,
 * or its certificate is issued by `certificates`.
 */
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
    tlsSubject,
    auth = defaultMethod(bank, { keys, tlsSubject }),
  }: NewClient,
  certificates?: ClientCertificates,
): Promise<OwnClient> {
  const { registration, own } = await createCredential(bank, auth, {
    tokenBinding,
    given: tlsSubject === undefined ? keys : { tlsSubject },
    certificates,
  });
  const body = {
    name,
    roles,
    redirectUris: [redirectUri, ...furtherRedirectUris],
    authMethod: auth,
    ...(organization !== undefined && { organization }),
    ...registration,
  };
  const created = expectSuccess<{ client_id: string; client_secret?: string }>(
    'client add',
    await internalCall(bank, 'ais-pis', directoryInternal.createClient, body),
  );
  return {
    name,
    clientId: created.client_id,
    roles,
    redirectUri,
    ...(organization !== undefined && { organization }),
    ...(created.client_secret !== undefined && { clientSecret: created.client_secret }),
    ...(auth === 'client_secret_post' && { authMethod: auth }),
    ...own,
  };
}

/** The method that fits the credentials given. */
function defaultMethod({ profile }: Bank, { keys, tlsSubject }: Pick<NewClient, 'keys' | 'tlsSubject'>): AuthMethod {
  if (tlsSubject !== undefined) return 'tls_client_auth';
  return keys || (profile !== undefined && isFapi2(profile)) ? 'private_key_jwt' : 'client_secret_basic';
}

/** How a credential is made. */
export interface CredentialOptions {
  readonly tokenBinding?: NewClient['tokenBinding'];
  readonly given?: OwnCredential | undefined;
  readonly certificates?: ClientCertificates | undefined;
}

/** Generates a new credential; empty if the bank issues a secret. */
export async function createCredential(bank: Bank, auth: AuthMethod, options: CredentialOptions = {}): Promise<ClientCredential> {
  const { tokenBinding, certificates } = options;
  const credential = await authenticationCredential(bank, auth, options);
  if (tokenBinding === undefined) return credential;
  // A certificate that only binds tokens is needed too; its subject does not matter. Outside the sandbox the client has its own.
  const isIssued = tokenBinding === 'tls' && auth !== 'tls_client_auth' && bank.caFolder !== undefined;
  const tls = credential.own.tls ?? (isIssued ? (await certificate(bank, certificates)).own.tls : undefined);
  return { registration: { ...credential.registration, tokenBinding }, own: { ...credential.own, tokenBinding, ...(tls && { tls }) } };
}

/** The credential with which a client authenticates. */
async function authenticationCredential(
  bank: Bank,
  auth: AuthMethod,
  { given, certificates }: CredentialOptions,
): Promise<ClientCredential> {
  if (given) return { registration: given, own: {} };
  if (auth === 'private_key_jwt') return keyPair();
  return auth === 'tls_client_auth' ? certificate(bank, certificates) : { registration: {}, own: {} };
}

function keyPair(): ClientCredential {
  // P-256 is supported by every library.
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = randomUUID();
  return {
    registration: { jwks: { keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }] } },
    own: { privateKey: { ...pair.privateKey.export({ format: 'jwk' }), kid, alg: 'ES256' } },
  };
}

const noAuthority =
  'This bank has no certificate authority of its own: pass --tls-subject, the subject of the certificate that the client has already ' +
  '(RFC 4514, such as "CN=Third Party,O=Third Party Ltd,C=IL").';

/** A certificate of the bank's own authority, which only a sandbox has. */
async function certificate({ caFolder }: Pick<OperatorFile, 'caFolder'>, certificates?: ClientCertificates): Promise<ClientCredential> {
  if (caFolder === undefined || !certificates) throw new Error(noAuthority);
  const { tlsSubject, tls } = await certificates(caFolder);
  return { registration: { tlsSubject }, own: { tls } };
}
