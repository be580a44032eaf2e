/** A `Signature` header as draft-cavage-http-signatures has it, and as Berlin Group names the key. */
export interface SignatureHeader {
  /** The possible readings of the serial number: digits alone are decimal or hex. */
  readonly serialNumbers: readonly bigint[];
  readonly issuer: string;
  readonly algorithm: string;
  /** Lower case, in the order in which they are signed. */
  readonly headers: readonly string[];
  readonly signature: Buffer;
}

/** The scheme that tomitribe's http-signatures 1.8 writes before the fields, as in an `Authorization` header. */
const scheme = /^\s*Signature\s+(?=[A-Za-z]+\s*=)/i;

/** Reads the header; a text says what is wrong with it. */
export function signatureHeader(text: string): SignatureHeader | string {
  const fields = fieldsOf(text.replace(scheme, ''));
  if (!fields) return 'Must be keyId="…",algorithm="…",headers="…",signature="…".';
  const missing = ['keyId', 'algorithm', 'headers', 'signature'].filter((name) => !fields.get(name.toLowerCase()));
  if (missing.length > 0) return `${missing.join(', ')} must be given.`;
  const key = signingKeyId(fields.get('keyid')!);
  if (!key) return 'keyId must be SN=<serial number, hex or decimal>,CA=<name of the issuer>.';
  const signature = base64(fields.get('signature')!);
  if (!signature) return 'signature must be base64.';
  const headers = fields.get('headers')!.toLowerCase().split(' ').filter(Boolean);
  return { ...key, algorithm: fields.get('algorithm')!.toLowerCase(), headers, signature };
}

/** `name="value"` pairs; undefined where the text is something else, or a name is there twice. */
function fieldsOf(text: string): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  const one = /\s*([A-Za-z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^",\s]+))\s*(?:,|$)/y;
  while (one.lastIndex < text.length) {
    const [, name, quoted, bare] = one.exec(text) ?? [];
    if (name === undefined || fields.has(name.toLowerCase())) return undefined;
    fields.set(name.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? bare!);
  }
  return fields.size > 0 ? fields : undefined;
}

function signingKeyId(keyId: string): Pick<SignatureHeader, 'serialNumbers' | 'issuer'> | undefined {
  const [, serial, issuer] = /^\s*SN\s*=\s*([^,]+),\s*CA\s*=(.+)$/is.exec(decoded(keyId)) ?? [];
  if (serial === undefined || issuer === undefined) return undefined;
  const serialNumbers = serialNumbersOf(serial);
  return serialNumbers.length > 0 ? { serialNumbers, issuer } : undefined;
}

/** Percent-encoded or not. A form encoder writes a space as `+` and a plus as `%2B`. */
function decoded(keyId: string): string {
  if (!/%[0-9a-f]{2}/i.test(keyId)) return keyId;
  try {
    return decodeURIComponent(keyId.replaceAll('+', '%20'));
  } catch {
    return keyId;
  }
}

const maxDigits = 64;

function serialNumbersOf(text: string): bigint[] {
  const digits = text.replace(/[\s:]/g, '').replace(/^0x/i, '');
  if (digits.length > maxDigits || !/^[0-9a-f]+$/i.test(digits)) return [];
  return [BigInt(`0x${digits}`), ...(/^\d+$/.test(digits) && !/0x/i.test(text) ? [BigInt(digits)] : [])];
}

/** Base64 with or without its padding; undefined where it is not. */
export function base64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}
