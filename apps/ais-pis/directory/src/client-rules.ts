import { createPublicKey } from 'node:crypto';
import { nameTextFault } from '@open-banking/access/certificate-name';
import type { AuthMethod, ClientRequest } from '@open-banking/contracts';
import { addressFault, takesClientsOnLoopback } from '@open-banking/http';
import { authMethodsOf, redirectFault, type BankFacts, type RedirectRules } from '@open-banking/issuer';
import type { Fault } from '@open-banking/messages';
import { nameFault } from './client-name.js';

/** The bank's requirements for clients, such as a name unlike the bank's. Injectable: `@Inject(CLIENT_RULES)`. */
export type ClientRules = RedirectRules & Omit<BankFacts, 'signedRequests'> & { readonly bankName: string };
export const CLIENT_RULES = Symbol('ais-pis:client-rules');

/** A requested client with its authentication method resolved. */
export type ClientDetails = ClientRequest & { readonly authMethod: AuthMethod };

/** All faults of a requested client, each with its path. */
export function faultsOfClient(
  { name, authMethod, redirectUris, jwks, jwksUri, tlsSubject, tokenBinding }: ClientDetails,
  rules: ClientRules,
): Fault[] {
  const allowed = authMethodsOf(rules);
  return [
    ...fault('/name', nameFault(name, rules.bankName)),
    ...fault('/authMethod', allowed.includes(authMethod) ? undefined : `must be ${allowed.join(' or ')} at this bank`),
    ...faultsOfRedirects(redirectUris, rules),
    ...requiredFor('/jwks', 'private_key_jwt', authMethod, jwks ?? jwksUri),
    ...fault(
      '/jwksUri',
      jwksUri === undefined
        ? undefined
        : jwks
          ? 'cannot be combined with jwks'
          : addressFault(jwksUri, { loopback: takesClientsOnLoopback(rules) }),
    ),
    ...requiredFor('/tlsSubject', 'tls_client_auth', authMethod, tlsSubject),
    ...faultsOfSubject(tlsSubject),
    ...fault(
      '/tokenBinding',
      tokenBinding === 'tls' && rules.tlsBaseUrl === undefined ? 'tls is not available: this bank has no TLS listener' : undefined,
    ),
    ...faultsOfKeys(jwks),
  ];
}

export const faultsOfRedirects = (redirectUris: readonly string[], rules: RedirectRules): Fault[] =>
  redirectUris.flatMap((uri, index) => fault(`/redirectUris/${index}`, redirectFault(uri, rules)));

/** Maximum length of a key's id, use and algorithm. */
const maxMemberLength = 200;

export const faultsOfKeys = (jwks: ClientRequest['jwks']): Fault[] =>
  (jwks?.keys ?? []).flatMap((key, index) => fault(`/jwks/keys/${index}`, keyFault(key)));

/** RFC 8705 §2.1.2: a distinguished name. */
export const faultsOfSubject = (subject: string | undefined): Fault[] =>
  fault('/tlsSubject', subject === undefined ? undefined : nameTextFault(subject));

export const fault = (path: string, text: string | undefined): Fault[] =>
  text === undefined ? [] : [{ code: 'FORMAT_ERROR', path, text }];

/** A value that one authentication method requires and the others must not have. */
export const requiredFor = (path: string, method: AuthMethod, chosen: AuthMethod, value: unknown): Fault[] =>
  (chosen === method) === (value !== undefined)
    ? []
    : fault(path, chosen === method ? `is required for ${method}` : `is allowed for ${method} only`);

/** FAPI 2.0 §5.4.1 and RFC 7518 §3.3, §3.5. */
const minRsaBits = 2_048;

/** A private key that was sent must be considered compromised. */
function keyFault(key: object): string | undefined {
  if ('d' in key || 'k' in key) return 'is a private key, which is now compromised: create a new key pair and send its public key';
  try {
    const bits = createPublicKey({ key: key as never, format: 'jwk' }).asymmetricKeyDetails?.modulusLength;
    return bits !== undefined && bits < minRsaBits ? `is an RSA key of ${bits} bits; at least ${minRsaBits} are required` : undefined;
  } catch {
    return 'is not a public key (JWK)';
  }
}

/** A key with only the members that this bank uses, so that a key set cannot store anything else. */
export function knownMembers(key: object): object {
  const { kid, use, alg } = key as { readonly kid?: unknown; readonly use?: unknown; readonly alg?: unknown };
  const named = Object.entries({ kid, use, alg }).filter(([, value]) => typeof value === 'string' && value.length <= maxMemberLength);
  return { ...createPublicKey({ key: key as never, format: 'jwk' }).export({ format: 'jwk' }), ...Object.fromEntries(named) };
}
