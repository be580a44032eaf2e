import { VerificationError } from './errors.js';
import { address, isObject, shown, type JsonObject } from './untrusted.js';

const isEndpoint = (name: string): boolean => name === 'jwks_uri' || name.endsWith('_endpoint');
const required = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];

/** Checks metadata of RFC 8414. Codes and secrets go to its endpoints, so they have to be at the issuer's own server. */
export function checkMetadata(metadata: JsonObject, issuer: string): void {
  // RFC 8414 §3.3
  if (metadata['issuer'] !== issuer)
    throw new VerificationError(`The metadata of ${issuer} is of another issuer: ${shown(metadata['issuer'])}`);
  const { origin } = new URL(issuer);
  for (const name of new Set([...required, ...Object.keys(metadata).filter(isEndpoint)]))
    if (address(metadata[name])?.origin !== origin)
      throw new VerificationError(`The metadata of ${issuer} names an address of another server: ${name}`);
  const { mtls_endpoint_aliases: aliases = {} } = metadata;
  // RFC 8705 §5: these may be at another host, which then presents a certificate for its name.
  if (!isObject(aliases) || !Object.values(aliases).every((alias) => address(alias)?.protocol === 'https:'))
    throw new VerificationError(`The metadata of ${issuer} has addresses for certificates that are not of https`);
}
