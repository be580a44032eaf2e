import { hash } from 'node:crypto';

/** The owner of a leaf's receipts, which are those of one process, for one customer, consent and client. */
export interface LeafOwner {
  /** Empty where the bank's answer was to the client alone. */
  readonly psuId: string;
  readonly consentId: string;
  readonly clientId: string;
}

/** A read or an approval as recorded in a leaf. */
export interface ReadReceipt {
  readonly number: number;
  readonly at: Date;
  readonly client: string;
  readonly operation: string;
  readonly consent: string;
  /** The ids of the resource that was read; empty for a list. */
  readonly resource: string;
}

/** Receipts of a process that are lost, at most: those from `first` to `last`. */
export interface ReceiptGap {
  readonly first: number;
  readonly last: number;
  /** When the process was heard of last before, and when this was noticed. */
  readonly since: Date;
  readonly until: Date;
}

/** A multiple of three, so that each salt of many stands by itself in their base64url. */
export const saltBytes = 18;
const saltChars = 24;
const uuidChars = 36;
/** Receipts of a leaf at most: its row stays below what PostgreSQL moves into a table of its own. */
export const maxReceiptsPerLeaf = 20;
const maxResourceChars = 256;

const plain = /^[\w-]*$/;
const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text.slice(0, maxResourceChars)));

/**
 * One receipt of a leaf. `at` is Unix time in milliseconds. Texts are put together by hand: it takes a third of what JSON.stringify takes
 * of an object.
 */
export const receiptText = (number: number, at: number, operation: string, resource: string): string =>
  `[${number},${at},"${operation}",${quoted(resource)}]`;

const leafStart = (process: string): string => `{"v":2,"process":"${process}","salt":"`;
const customerKey = '","customer":"';

/**
 * The text that is hashed into the tree, of receipts joined by commas. It cannot be guessed without the salt, so its hash leads to no
 * customer.
 */
export const leafOf = (process: string, salt: string, { psuId, consentId, clientId }: LeafOwner, receipts: string): string =>
  `${leafStart(process)}${salt}${customerKey}${psuId}","consent":"${consentId}","client":${JSON.stringify(clientId)},"receipts":[${receipts}]}`;

const customerAt = leafStart('').length + uuidChars + saltChars + customerKey.length;

/** The customer of a leaf that `leafOf` has made; null: the client alone. */
export const customerIn = (leaf: string): string | null =>
  leaf[customerAt] === '"' ? null : leaf.slice(customerAt, customerAt + uuidChars);

const uuid = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';
// No control character stands in a JSON text, and U+0000 in no text of PostgreSQL. As escapes they may.
const json = (max: number): string => String.raw`"(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[0-9a-f]{4}){0,${max}}"`;
const one = String.raw`\[\d{1,15},\d{1,15},"[A-Za-z.]{1,80}",${json(maxResourceChars)}\]`;
const leafEnd = new RegExp(
  String.raw`[\w-]{${saltChars}}","customer":"(?:${uuid})?","consent":"(?:${uuid})?","client":${json(200)},"receipts":\[${one}(?:,${one}){0,${maxReceiptsPerLeaf - 1}}\]\}$`,
  'y',
);

/** Whether a text is a leaf as `leafOf` makes them, of this process. */
export function isLeafOf(process: string, leaf: string): boolean {
  const start = leafStart(process);
  leafEnd.lastIndex = start.length;
  return leaf.startsWith(start) && leafEnd.test(leaf);
}

/** A gap is a leaf too, so that it cannot be removed later. */
export const gapLeafOf = (process: string, { first, last, since, until }: ReceiptGap): string =>
  JSON.stringify({ v: 1, process, lost: [first, last], between: [since.toISOString(), until.toISOString()] });

/** Whether a leaf of the log says that receipts are lost. */
export const isGapLeaf = (leaf: string): boolean => Array.isArray((JSON.parse(leaf) as { readonly lost?: unknown }).lost);

interface SaltedLeaf {
  readonly v: 2;
  readonly customer: string;
  readonly consent: string;
  readonly client: string;
  readonly receipts: readonly (readonly [number: number, at: number, operation: string, resource: string])[];
}
/** As leaves were before: one receipt each, with the digest of an opening that is stored beside it. */
interface OpenedLeaf {
  readonly v: 1;
  readonly number: number;
  readonly at: string;
  readonly client: string;
  readonly operation: string;
  readonly customer: string;
}

/** The content of a leaf, read with its opening if it is of the first version; undefined if the opening belongs to another leaf. */
export function readLeaf(leaf: string, opening?: string | null): { customer: string; receipts: ReadReceipt[] } | undefined {
  const read = JSON.parse(leaf) as SaltedLeaf | OpenedLeaf;
  if (read.v === 2) {
    const { customer, consent, client, receipts } = read;
    return {
      customer,
      receipts: receipts.map(([number, at, operation, resource]) => ({ number, at: new Date(at), client, operation, consent, resource })),
    };
  }
  if (typeof opening !== 'string' || hash('sha256', opening, 'base64url') !== read.customer) return undefined;
  const { number, at, client, operation } = read;
  const [, customer = '', consent = '', resource = ''] = JSON.parse(opening) as string[];
  return { customer, receipts: [{ number, at: new Date(at), client, operation, consent, resource }] };
}
