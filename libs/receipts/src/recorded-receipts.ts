import { faultsOf, refuseAll, Refusal, type Fault } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { isLeafOf } from './receipt.js';

/** Most receipts of one call of `recordReceipts`. */
export const maxReceipts = 2_000;

const Count = Type.Integer({ minimum: 0, maximum: 1e14 });

/** The first line of the receipts that a process sends to ais-pis. */
const BatchHeader = Type.Object(
  {
    processId: Type.String({ pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' }),
    service: Type.String({ pattern: '^[a-z-]{1,40}$' }),
    /** The process gives receipts no number from this one on before its next batch is accepted, if it can help it. */
    reservedTo: Count,
    /** The process ends, and nothing of it is lost. */
    ends: Type.Boolean(),
    /** The number of the first receipt. */
    first: Count,
    /** How many there are: their numbers have no gap. */
    count: Type.Integer({ minimum: 0, maximum: maxReceipts }),
  },
  { additionalProperties: false },
);

/** A batch without receipts says only that the process lives. A batch that is sent again changes nothing. */
export interface RecordedReceipts extends Static<typeof BatchHeader> {
  /** A leaf a line (`leafOf`), in the order of their first receipts. ais-pis hashes and stores these texts as they are. */
  readonly leaves: string;
}

/** Lines of JSON: the header, then the leaves. */
export const linesOfReceipts = ({ leaves, ...header }: RecordedReceipts): string => `${JSON.stringify(header)}\n${leaves}`;

const fault = (line: number, text: string): Fault => ({ code: 'FORMAT_ERROR', path: `/${line}`, text });

/** Reads receipts from lines. Refuses lines that `linesOfReceipts` does not make. */
export function receiptsInLines(lines: string): RecordedReceipts {
  const end = lines.indexOf('\n');
  const header = headerOf(end < 0 ? lines : lines.slice(0, end));
  const leaves = end < 0 ? '' : lines.slice(end + 1);
  const texts = leaves === '' ? [] : leaves.split('\n');
  const wrong = texts.findIndex((leaf) => !isLeafOf(header.processId, leaf));
  if (wrong >= 0) throw new Refusal([fault(wrong + 2, 'Must be a leaf of receipts of this process.')]);
  if (texts.length > header.count || (texts.length === 0 && header.count > 0))
    throw new Refusal([fault(1, 'count must be the number of receipts in the leaves.')]);
  return { ...header, leaves };
}

function headerOf(line: string): Static<typeof BatchHeader> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Refusal([fault(1, 'Must be JSON.')]);
  }
  refuseAll(faultsOf(BatchHeader, value));
  return value as Static<typeof BatchHeader>;
}
