import { hash } from 'node:crypto';
import { base64 } from './signature-header.js';

const algorithms: Readonly<Record<string, string>> = { 'SHA-256': 'sha256', 'SHA-512': 'sha512' };

/** The fault of a `Digest` header (RFC 3230) over the bytes of a body; undefined: none. Every digest of a known algorithm must match. */
export function digestFault(header: string, body: Buffer): string | undefined {
  const digests = header.split(',').map((one) => /^\s*([^=\s]+)=(\S+)\s*$/.exec(one)?.slice(1) ?? []);
  const known = digests.flatMap(([name, value]) =>
    algorithms[name?.toUpperCase() ?? ''] ? [{ algorithm: algorithms[name!.toUpperCase()]!, value: value! }] : [],
  );
  if (known.length === 0) return 'Must be SHA-256=<base64> or SHA-512=<base64>.';
  const fits = known.every(({ algorithm, value }) => base64(value)?.equals(hash(algorithm, body, 'buffer')));
  return fits ? undefined : 'Does not fit the body as it was received; without a body it is the digest of no bytes.';
}
