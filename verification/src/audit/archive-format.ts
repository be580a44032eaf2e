import { columnNames, type Seal, type Sealed } from './chain.js';

/** The first line of an archive: which seals of which service follow, and the hash that the first of them follows. */
export interface ArchiveHead {
  readonly service: string;
  readonly firstSeal: string;
  readonly lastSeal: string;
  /** The hash of the seal before the first, hex; zeros before seal 1. */
  readonly hashBefore: string;
}

const format = 'open-banking audit archive 1';
const number = /^[1-9]\d{0,18}$/;
const digest = /^[0-9a-f]{64}$/;

export const headLine = ({ service, firstSeal, lastSeal, hashBefore }: ArchiveHead): string =>
  JSON.stringify({ format, service, firstSeal, lastSeal, hashBefore });

/** A row with its seal. Members are the columns as PostgreSQL writes them, times as seconds since 1970. */
export function rowLine({ sealNumber, sealedAt, hash, auditId, columns }: Sealed): string {
  const [operator] = columns.slice(columnNames.length);
  return JSON.stringify({
    seal: sealNumber,
    sealedAt,
    hash: hash.toString('hex'),
    auditId,
    ...Object.fromEntries(columnNames.map((name, at) => [name, columns[at] ?? null])),
    ...(operator != null && { operator }),
  });
}

/** Undefined: not such a line. A line that says more or says it otherwise is none. */
export function readHead(line: string): ArchiveHead | undefined {
  const { service, firstSeal, lastSeal, hashBefore } = parsed(line);
  if (![firstSeal, lastSeal].every((one) => number.test(String(one))) || !digest.test(String(hashBefore))) return undefined;
  const head = { service, firstSeal, lastSeal, hashBefore } as ArchiveHead;
  return headLine(head) === line ? head : undefined;
}

export function readRow(line: string): Sealed | undefined {
  const { seal, sealedAt, hash, auditId, operator, ...row } = parsed(line);
  if (!number.test(String(seal)) || !digest.test(String(hash))) return undefined;
  const columns = [...columnNames.map((name) => row[name] ?? null), ...(operator == null ? [] : [operator])];
  const read = { sealNumber: seal, sealedAt, hash: Buffer.from(String(hash), 'hex'), auditId, found: true, columns } as Sealed;
  return rowLine(read) === line ? read : undefined;
}

/** The seal before the first. */
export const sealBefore = ({ firstSeal, hashBefore }: ArchiveHead): Seal => ({
  sealNumber: String(BigInt(firstSeal) - 1n),
  hash: hashBefore,
});

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(line) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
