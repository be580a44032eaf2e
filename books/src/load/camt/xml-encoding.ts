import { isUtf8 } from 'node:buffer';
import { LoadError } from '@open-banking/database';

/** Encodings that banks declare. A browser, too, reads ISO-8859-1 as windows-1252, which has the euro sign where the other has control characters. */
const accepted: ReadonlySet<string> = new Set([
  'us-ascii',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-9',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'utf-16',
]);
const otherNames: Readonly<Record<string, string>> = { latin1: 'iso-8859-1', ascii: 'us-ascii', 'iso8859-1': 'iso-8859-1' };

/**
 * The text of an XML document (XML 1.0, appendix F): UTF-16 by its byte order mark or first character, UTF-8 where the bytes are valid
 * UTF-8, otherwise as the XML declaration says. Throws a `LoadError` for any other encoding.
 */
export function xmlText(file: string, bytes: Buffer): string {
  const wide = utf16Of(bytes);
  if (wide) return decoded(file, bytes, wide);
  // Valid UTF-8 is read as such whatever is declared: many files declare ISO-8859-1 and are written in UTF-8.
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const declared = declaredEncoding(bytes);
  if (declared === undefined || declared === 'utf-8' || declared === 'utf8')
    throw new LoadError(file, 1, undefined, 'must be in UTF-8, or declare its encoding: <?xml version="1.0" encoding="ISO-8859-1"?>');
  const name = otherNames[declared] ?? declared;
  if (!accepted.has(name))
    throw new LoadError(file, 1, undefined, `is declared to be in ${name}, which is not supported: convert it to UTF-8`);
  return decoded(file, bytes, name);
}

function utf16Of(bytes: Buffer): string | undefined {
  const start = bytes.toString('hex', 0, 2);
  if (start === 'fffe' || start === '3c00') return 'utf-16le';
  return start === 'feff' || start === '003c' ? 'utf-16be' : undefined;
}

function declaredEncoding(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 256);
  return /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(start)?.[1]?.toLowerCase();
}

function decoded(file: string, bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new LoadError(file, 1, undefined, `has bytes that are not ${encoding}`);
  }
}
