import { createPublicKey } from 'node:crypto';
import { addressFault } from '@open-banking/http';
import { authMethodsOf, redirectFault, type AuthMethod, type BankFacts, type RedirectRules } from '@open-banking/issuer';
import type { Fault } from '@open-banking/messages';
import { nameFault } from './client-name.js';
import type { ClientRequest } from './directory.messages.js';

/** What this bank asks of its clients: not to be taken for it, among other things. Injectable: `@Inject(CLIENT_RULES)`. */
export type ClientRules = RedirectRules & BankFacts & { readonly bankName: string };
export const CLIENT_RULES = Symbol('ais-pis:client-rules');

/** What a client is asked to be, with its way of authentication settled. */
export type ClientDetails = ClientRequest & { readonly authMethod: AuthMethod };

/** All that is wrong with a client to be, each with its place. */
export function faultsOfClient(
  { name, authMethod, redirectUris, jwks, jwksUri, tlsSubject, tokenBinding }: ClientDetails,
  rules: ClientRules,
): Fault[] {
  const allowed = authMethodsOf(rules);
  return [
    ...fault('/name', nameFault(name, rules.bankName)),
    ...fault('/authMethod', allowed.includes(authMethod) ? undefined : `must be ${allowed.join(' or ')} at this bank`),
    ...redirectUris.flatMap((uri, index) => fault(`/redirectUris/${index}`, redirectFault(uri, rules))),
    ...needed('/jwks', 'private_key_jwt', authMethod, jwks ?? jwksUri),
    ...fault(
      '/jwksUri',
      jwksUri === undefined ? undefined : jwks ? 'cannot stand beside jwks' : addressFault(jwksUri, { loopback: rules.sandbox }),
    ),
    ...needed('/tlsSubject', 'tls_client_auth', authMethod, tlsSubject),
    ...fault(
      '/tokenBinding',
      tokenBinding === 'tls' && rules.tlsBaseUrl === undefined ? 'tls needs a TLS listener, and this bank has none' : undefined,
    ),
    ...faultsOfKeys(jwks),
  ];
}

/** Characters of a key's id, use and algorithm. */
const mostOfMember = 200;

export const faultsOfKeys = (jwks: ClientRequest['jwks']): Fault[] =>
  (jwks?.keys ?? []).flatMap((key, index) => fault(`/jwks/keys/${index}`, keyFault(key)));

export const fault = (path: string, text: string | undefined): Fault[] =>
  text === undefined ? [] : [{ code: 'FORMAT_ERROR', path, text }];

/** What one way of authentication cannot do without, and the others have no use for. */
export const needed = (path: string, method: AuthMethod, chosen: AuthMethod, value: unknown): Fault[] =>
  (chosen === method) === (value !== undefined) ? [] : fault(path, chosen === method ? `is needed for ${method}` : `is for ${method} only`);

/** FAPI 2.0 §5.4.1, and what the signature algorithms of JWA ask for (RFC 7518 §3.3, §3.5). */
const shortestRsaBits = 2_048;

/** Whoever sends a private key has lost it. */
function keyFault(key: object): string | undefined {
  if ('d' in key || 'k' in key) return 'is a private key; send the public one, and make a new pair';
  try {
    const bits = createPublicKey({ key: key as never, format: 'jwk' }).asymmetricKeyDetails?.modulusLength;
    return bits !== undefined && bits < shortestRsaBits ? `is an RSA key of ${bits} bits; it needs ${shortestRsaBits} or more` : undefined;
  } catch {
    return 'is not a public key (JWK)';
  }
}

/** A key with the members that this bank knows, the rest left out: a set of keys is no place to keep other things. */
export function knownMembers(key: object): object {
  const { kid, use, alg } = key as { readonly kid?: unknown; readonly use?: unknown; readonly alg?: unknown };
  const named = Object.entries({ kid, use, alg }).filter(([, value]) => typeof value === 'string' && value.length <= mostOfMember);
  return { ...createPublicKey({ key: key as never, format: 'jwk' }).export({ format: 'jwk' }), ...Object.fromEntries(named) };
}
