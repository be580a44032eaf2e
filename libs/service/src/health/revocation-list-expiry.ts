import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';

/** When a list of revoked certificates was issued and when its issuer publishes the next one at the latest (RFC 5280 §5.1.2). */
export interface RevocationListPeriod {
  /** Its file, without the folder. */
  readonly name: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

const read = new Map<string, { readonly version: string; readonly periods: readonly RevocationListPeriod[] }>();

/** The lists in a file as it is now, without those that never end. Throws if the file cannot be read or holds no list in PEM. */
export async function revocationListPeriods(file: string): Promise<readonly RevocationListPeriod[]> {
  const { mtimeMs, size, ino } = await stat(file);
  const version = `${mtimeMs} ${size} ${ino}`;
  const known = read.get(file);
  // Lists can be large, and readiness asks every second.
  if (known?.version === version) return known.periods;
  const periods = periodsIn(await readFile(file, 'utf8'), basename(file));
  read.set(file, { version, periods });
  return periods;
}

function periodsIn(pem: string, name: string): RevocationListPeriod[] {
  const lists = [...pem.matchAll(/-----BEGIN (?:X509 )?CRL-----([^-]+)-----END (?:X509 )?CRL-----/g)];
  if (lists.length === 0) throw new Error('there is no PEM of a CRL in it');
  return lists.flatMap(([, base64], index) => {
    const { issuedAt, expiresAt } = listPeriod(Buffer.from(base64!, 'base64'));
    const own = lists.length === 1 ? name : `${name}, list ${index + 1} of ${lists.length}`;
    return expiresAt ? [{ name: own, issuedAt, expiresAt }] : [];
  });
}

interface Element {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

const tags = { integer: 0x02, utcTime: 0x17, generalizedTime: 0x18 };

/** The element of DER that begins here. */
function elementAt(der: Buffer, at: number): Element {
  const length = der.readUInt8(at + 1);
  const more = length < 0x80 ? 0 : length & 0x7f;
  const start = at + 2 + more;
  return { tag: der.readUInt8(at), start, end: start + (more === 0 ? length : der.readUIntBE(at + 2, more)) };
}

/** Reads the first fields only: the library that reads whole lists takes 0.2 s to load, and all their entries to memory. */
function listPeriod(der: Buffer): { readonly issuedAt: Date; readonly expiresAt?: Date | undefined } {
  const content = elementAt(der, elementAt(der, 0).start);
  const first = elementAt(der, content.start);
  const algorithm = first.tag === tags.integer ? elementAt(der, first.end) : first;
  const issuer = elementAt(der, algorithm.end);
  const issued = elementAt(der, issuer.end);
  const issuedAt = timeOf(der, issued);
  if (!issuedAt) throw new Error('a list of revoked certificates has no time of issue');
  return { issuedAt, expiresAt: timeOf(der, elementAt(der, issued.end)) };
}

/** A UTCTime (years 1950 to 2049) or GeneralizedTime in the form of RFC 5280 §5.1.2.4; undefined: another element. */
function timeOf(der: Buffer, { tag, start, end }: Element): Date | undefined {
  if (tag !== tags.utcTime && tag !== tags.generalizedTime) return undefined;
  const text = der.toString('latin1', start, end);
  const digits = tag === tags.generalizedTime ? text : `${text < '50' ? '20' : '19'}${text}`;
  return new Date(digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
